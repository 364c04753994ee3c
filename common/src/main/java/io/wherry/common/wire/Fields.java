package io.wherry.common.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Named fields of a record value, whichever converter made it: a Struct, or a Map where the
 * converter has no schemas (bytes are base64 text there and every integer a long). Anything else is
 * a {@link DataException} that names the field.
 */
final class Fields {
  private final Function<String, Object> get;

  private Fields(Function<String, Object> get) {
    this.get = get;
  }

  static Fields of(Object value) {
    if (value instanceof Struct struct) {
      return new Fields(
          name -> struct.schema().field(name) == null ? null : struct.getWithoutDefault(name));
    }
    if (value instanceof Map<?, ?> map) {
      return new Fields(map::get);
    }
    throw new DataException(
        "not a batch record: the value is "
            + (value == null ? "null" : value.getClass().getName())
            + "; use the converter of the source connector, without transforms that change values");
  }

  String text(String name) {
    String value = optionalText(name);
    if (value == null) {
      throw wrong(name, null, "text");
    }
    return value;
  }

  String optionalText(String name) {
    Object value = get.apply(name);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw wrong(name, value, "text");
  }

  long number(String name) {
    if (get.apply(name) instanceof Number number) {
      return number.longValue();
    }
    throw wrong(name, get.apply(name), "a number");
  }

  boolean flag(String name) {
    if (get.apply(name) instanceof Boolean flag) {
      return flag;
    }
    throw wrong(name, get.apply(name), "a boolean");
  }

  byte[] bytes(String name) {
    Object value = get.apply(name);
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    if (value instanceof String text) {
      return Base64.getDecoder().decode(text);
    }
    throw wrong(name, value, "bytes");
  }

  Fields inner(String name) {
    Object value = get.apply(name);
    return value == null ? null : of(value);
  }

  List<Fields> inners(String name) {
    if (get.apply(name) instanceof List<?> list) {
      List<Fields> inners = new ArrayList<>(list.size());
      list.forEach(item -> inners.add(of(item)));
      return inners;
    }
    throw wrong(name, get.apply(name), "a list");
  }

  private static DataException wrong(String name, Object value, String wanted) {
    return new DataException(
        "not a batch record: field "
            + name
            + " is "
            + (value == null ? "missing" : value.getClass().getName())
            + ", not "
            + wanted);
  }
}
