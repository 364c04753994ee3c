package io.wherry.common.mysql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Statement bytes as text and back, for finding and replacing names. Both sides use it, so that the
 * indexes of a {@link DdlStatement.Name} mean the same.
 */
public final class DdlStatementCharset {
  /** MySQL's names where Java's differ. */
  private static final Map<String, String> JAVA_NAMES =
      Map.ofEntries(
          Map.entry("utf8mb4", "UTF-8"),
          Map.entry("utf8mb3", "UTF-8"),
          Map.entry("utf8", "UTF-8"),
          Map.entry("binary", "UTF-8"),
          Map.entry("ascii", "US-ASCII"),
          Map.entry("latin1", "windows-1252"),
          Map.entry("latin2", "ISO-8859-2"),
          Map.entry("latin5", "ISO-8859-9"),
          Map.entry("latin7", "ISO-8859-13"),
          Map.entry("greek", "ISO-8859-7"),
          Map.entry("hebrew", "ISO-8859-8"),
          Map.entry("koi8r", "KOI8-R"),
          Map.entry("koi8u", "KOI8-U"),
          Map.entry("cp850", "IBM850"),
          Map.entry("cp852", "IBM852"),
          Map.entry("cp866", "IBM866"),
          Map.entry("cp932", "windows-31j"),
          Map.entry("cp1250", "windows-1250"),
          Map.entry("cp1251", "windows-1251"),
          Map.entry("cp1256", "windows-1256"),
          Map.entry("cp1257", "windows-1257"),
          Map.entry("macroman", "x-MacRoman"),
          Map.entry("macce", "x-MacCentralEurope"),
          Map.entry("tis620", "TIS-620"),
          Map.entry("sjis", "Shift_JIS"),
          Map.entry("ujis", "EUC-JP"),
          Map.entry("eucjpms", "EUC-JP"),
          Map.entry("euckr", "EUC-KR"),
          Map.entry("gb2312", "GB2312"),
          Map.entry("gbk", "GBK"),
          Map.entry("gb18030", "GB18030"),
          Map.entry("big5", "Big5"));

  private DdlStatementCharset() {}

  /**
   * The Java character set for one of MySQL's, empty where Java has none.
   *
   * @param charset a value of character_set_client
   */
  public static Optional<Charset> of(String charset) {
    String name = JAVA_NAMES.getOrDefault(charset, "");
    return name.isEmpty() || !Charset.isSupported(name)
        ? Optional.empty()
        : Optional.of(Charset.forName(name));
  }

  /** The bytes as text; empty where they are neither ASCII nor in a character set Java knows. */
  public static Optional<String> decode(byte[] sql, String charset) {
    if (of(charset).isPresent()) {
      return Optional.of(new String(sql, of(charset).get()));
    }
    for (byte b : sql) {
      if (b < 0) {
        return Optional.empty();
      }
    }
    return Optional.of(new String(sql, StandardCharsets.US_ASCII));
  }
}
