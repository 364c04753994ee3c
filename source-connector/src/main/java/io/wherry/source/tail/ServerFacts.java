package io.wherry.source.tail;

import java.util.Locale;
import java.util.Map;

/**
 * What the tail knows of the source server from its start.
 *
 * @param uuid its server_uuid
 * @param collations collation names by number
 * @param charsets character set names by collation number
 * @param nameCase how it compares database and table names
 */
record ServerFacts(
    String uuid,
    Map<Integer, String> collations,
    Map<Integer, String> charsets,
    NameCase nameCase) {

  /** lower_case_table_names. */
  enum NameCase {
    EXACT,
    LOWERED;

    /** A name in a statement as the server stores it. */
    String stored(String written) {
      return this == LOWERED ? written.toLowerCase(Locale.ROOT) : written;
    }
  }
}
