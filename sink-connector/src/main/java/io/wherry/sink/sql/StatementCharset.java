package io.wherry.sink.sql;

import com.mysql.cj.CharsetMapping;
import io.wherry.common.mysql.DdlStatementCharset;
import io.wherry.common.wire.Ddl;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.apache.kafka.connect.errors.DataException;

/**
 * The character set that a DDL statement's bytes are in. Opens them as text in which names can be
 * found and exchanged without losing a byte of the rest.
 *
 * @param mysqlName as the server names it
 * @param java the same for Java; null where Java does not have it
 */
record StatementCharset(String mysqlName, Charset java) {
  /** Second bytes may look like a quote, backtick or backslash: such text must be decoded. */
  private static final Set<String> DECODED = Set.of("big5", "gbk", "gb18030", "sjis", "cp932");

  /** That of the session the statement ran in; a name or the number of a collation. */
  static StatementCharset of(Ddl ddl) {
    String value = ddl.session().getOrDefault("character_set_client", "utf8mb4");
    String name = value.replace("'", "");
    if (!name.isEmpty() && name.chars().allMatch(Character::isDigit)) {
      name = CharsetMapping.getStaticMysqlCharsetNameForCollationIndex(Integer.valueOf(name));
    }
    String known = String.valueOf(name);
    return new StatementCharset(known, DdlStatementCharset.of(known).orElse(null));
  }

  /** The statement as text for finding names; see {@link #bytes} for the way back. */
  String text(byte[] sql) {
    if (!DECODED.contains(mysqlName)) {
      return new String(sql, StandardCharsets.ISO_8859_1);
    }
    String text = new String(sql, charset());
    if (!Arrays.equals(text.getBytes(charset()), sql)) {
      throw new DataException(
          "a DDL statement in " + mysqlName + " has bytes without a meaning; run it by hand");
    }
    return text;
  }

  byte[] bytes(String text) {
    return DECODED.contains(mysqlName) ? encode(text) : text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A name as it stands in {@link #text}, in Unicode. */
  String unicode(String name) {
    if (DECODED.contains(mysqlName) || isAscii(name)) {
      return name;
    }
    byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
    try {
      return charset().newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new DataException("a DDL statement has a name that is not " + mysqlName, e);
    }
  }

  /** A Unicode name as it must stand in {@link #text}. */
  String statementText(String unicode) {
    if (isAscii(unicode)) {
      return unicode;
    }
    byte[] bytes = encode(unicode);
    return DECODED.contains(mysqlName) ? unicode : new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private byte[] encode(String text) {
    try {
      ByteBuffer bytes = charset().newEncoder().encode(CharBuffer.wrap(text));
      return Arrays.copyOf(bytes.array(), bytes.limit());
    } catch (CharacterCodingException e) {
      throw new DataException(
          "a routed name cannot be written in " + mysqlName + "; run the statement by hand", e);
    }
  }

  private Charset charset() {
    if (java == null) {
      throw new DataException(
          "a DDL statement has names in character set " + mysqlName + "; run it by hand");
    }
    return java;
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
