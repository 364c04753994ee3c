package io.wherry.source.tail;

import java.util.Base64;

/**
 * Turns the binary JSON of row images into the text the server prints. Owned by the tail's thread.
 */
final class JsonCell implements Cell {
  private static final int SMALL_OBJECT = 0;
  private static final int LARGE_OBJECT = 1;
  private static final int SMALL_ARRAY = 2;
  private static final int LARGE_ARRAY = 3;
  private static final int LITERAL = 4;
  private static final int INT16 = 5;
  private static final int UINT16 = 6;
  private static final int INT32 = 7;
  private static final int UINT32 = 8;
  private static final int INT64 = 9;
  private static final int UINT64 = 10;
  private static final int DOUBLE = 11;
  private static final int STRING = 12;
  private static final int OPAQUE = 15;

  private static final int NEW_DECIMAL = 246;
  private static final int TIMESTAMP = 7;
  private static final int DATE = 10;
  private static final int TIME = 11;
  private static final int DATETIME = 12;

  private static final int BASE64_LINE = 76;
  private static final String HEX = "0123456789abcdef";

  private final AsciiBuffer out;
  private final DoubleText doubles;
  private final TemporalCells temporals;

  JsonCell(AsciiBuffer out) {
    this.out = out;
    this.doubles = new DoubleText(out);
    this.temporals = new TemporalCells(out);
  }

  @Override
  public byte[] read(ByteCursor in) {
    int length = (int) in.readLittle(4);
    out.clear();
    if (length == 0) {
      out.add("null");
    } else {
      ByteCursor document = in.slice(length);
      addValue(document.readByte(), document);
    }
    return out.toBytes();
  }

  private void addValue(int type, ByteCursor in) {
    switch (type) {
      case SMALL_OBJECT -> addObject(in, 2);
      case LARGE_OBJECT -> addObject(in, 4);
      case SMALL_ARRAY -> addArray(in, 2);
      case LARGE_ARRAY -> addArray(in, 4);
      case LITERAL -> addLiteral(in.readByte());
      case INT16 -> out.addNumber((short) in.readLittle(2));
      case UINT16 -> out.addNumber(in.readLittle(2));
      case INT32 -> out.addNumber((int) in.readLittle(4));
      case UINT32 -> out.addNumber(in.readLittle(4));
      case INT64 -> out.addNumber(in.readLittle(8));
      case UINT64 -> out.addUnsigned(in.readLittle(8));
      case DOUBLE -> doubles.addJson(Double.longBitsToDouble(in.readLittle(8)));
      case STRING -> addString(in.readBytes(variableLength(in)));
      case OPAQUE -> addOpaque(in.readByte(), in.slice(variableLength(in)));
      default -> throw new UnreadableEvent("JSON value type " + type);
    }
  }

  private void addLiteral(int literal) {
    out.add(
        switch (literal) {
          case 0 -> "null";
          case 1 -> "true";
          case 2 -> "false";
          default -> throw new UnreadableEvent("JSON literal " + literal);
        });
  }

  /** Element count, size, then per element where its key and its value stand. */
  private void addObject(ByteCursor in, int word) {
    int start = in.position();
    int count = (int) in.readLittle(word);
    int bytes = (int) in.readLittle(word);
    out.add('{');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.add(", ");
      }
      ByteCursor entry = at(in, start, bytes, 2 * word + i * (word + 2));
      int key = (int) entry.readLittle(word);
      int length = (int) entry.readLittle(2);
      addString(at(in, start, bytes, key).readBytes(length));
      out.add(": ");
      addElement(in, start, bytes, new Slot(2 * word + count * (word + 2) + i * (word + 1), word));
    }
    out.add('}');
  }

  private void addArray(ByteCursor in, int word) {
    int start = in.position();
    int count = (int) in.readLittle(word);
    int bytes = (int) in.readLittle(word);
    out.add('[');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.add(", ");
      }
      addElement(in, start, bytes, new Slot(2 * word + i * (word + 1), word));
    }
    out.add(']');
  }

  /** Where an element's type and value stand, and how wide offsets are. */
  private record Slot(int offset, int word) {}

  /** Literals and numbers that fit stand in the slot itself, all others where it points. */
  private void addElement(ByteCursor in, int start, int bytes, Slot slot) {
    ByteCursor value = at(in, start, bytes, slot.offset);
    int type = value.readByte();
    boolean inline =
        switch (type) {
          case LITERAL, INT16, UINT16 -> true;
          case INT32, UINT32 -> slot.word == 4;
          default -> false;
        };
    addValue(type, inline ? value : at(in, start, bytes, (int) value.readLittle(slot.word)));
  }

  private static ByteCursor at(ByteCursor in, int start, int bytes, int offset) {
    return in.window(start + offset, start + bytes);
  }

  /** Seven bits a byte, lowest first. */
  private static int variableLength(ByteCursor in) {
    long length = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int part = in.readByte();
      length |= (long) (part & 0x7F) << shift;
      if (part < 0x80) {
        return (int) length;
      }
    }
    throw new UnreadableEvent("JSON length");
  }

  private void addString(byte[] utf8) {
    out.add('"');
    for (byte b : utf8) {
      switch (b) {
        case '"' -> out.add("\\\"");
        case '\\' -> out.add("\\\\");
        case '\b' -> out.add("\\b");
        case '\f' -> out.add("\\f");
        case '\n' -> out.add("\\n");
        case '\r' -> out.add("\\r");
        case '\t' -> out.add("\\t");
        default -> addPlain(b);
      }
    }
    out.add('"');
  }

  private void addPlain(byte b) {
    if (b >= 0 && b < ' ') {
      out.add("\\u00").add(HEX.charAt(b >> 4)).add(HEX.charAt(b & 15));
    } else {
      out.add((char) b);
    }
  }

  private void addOpaque(int type, ByteCursor in) {
    switch (type) {
      case NEW_DECIMAL -> {
        int precision = in.readByte();
        new DecimalCell(precision, in.readByte(), out).addTo(out, in);
      }
      case DATE, TIME, DATETIME, TIMESTAMP -> addTemporal(type, in.readLittle(8));
      default -> {
        out.add("\"base64:type").addNumber(type).add(':');
        addBase64(Base64.getEncoder().encode(in.readBytes(in.remaining())));
        out.add('"');
      }
    }
  }

  /** The server breaks lines. */
  private void addBase64(byte[] text) {
    for (int i = 0; i < text.length; i++) {
      if (i > 0 && i % BASE64_LINE == 0) {
        out.add("\\n");
      }
      out.add((char) text[i]);
    }
  }

  private void addTemporal(int type, long packed) {
    long size = Math.abs(packed);
    out.add('"');
    if (packed < 0) {
      out.add('-');
    }
    if (type == DATE) {
      temporals.addDateOf(size >> 24);
    } else {
      if (type == TIME) {
        temporals.addTime(size >> 24);
      } else {
        temporals.addDatetime(size >> 24);
      }
      out.add('.').addDigits(size & (1 << 24) - 1, 6);
    }
    out.add('"');
  }
}
