package io.wherry.source;

import io.wherry.common.model.TableId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Names the topic of a table: at most 249 characters, legal for Kafka, and different for different
 * tables even where {@code .} and {@code _} count as one character, as they do for the broker. The
 * name depends on nothing but prefix and table, so it never changes and the order in which tables
 * appear does not matter.
 *
 * <p>{@code prefix.database.table} is used where it can be read back in one way only: no dot or
 * underscore in the database's name and no dot in the table's. Every other table gets a readable
 * stem and 16 hexadecimal digits of a hash; no plain name ends like that.
 */
public final class TopicNames {
  private static final int MAX_LENGTH = 249;
  private static final int HASH_DIGITS = 16;
  private static final Pattern PLAIN_DATABASE = Pattern.compile("[a-zA-Z0-9-]+");
  private static final Pattern PLAIN_TABLE = Pattern.compile("[a-zA-Z0-9_-]+");
  private static final Pattern HASHED = Pattern.compile(".*-[0-9a-f]{16}", Pattern.DOTALL);
  private static final Pattern ILLEGAL = Pattern.compile("[^a-zA-Z0-9._-]");

  private final String prefix;

  public TopicNames(String prefix) {
    this.prefix = prefix;
  }

  /** The topic of a table. */
  public String of(TableId table) {
    String plain = prefix + "." + table.database() + "." + table.table();
    if (PLAIN_DATABASE.matcher(table.database()).matches()
        && PLAIN_TABLE.matcher(table.table()).matches()
        && !HASHED.matcher(plain).matches()
        && plain.length() <= MAX_LENGTH) {
      return plain;
    }
    String stem = ILLEGAL.matcher(plain).replaceAll("-");
    int room = MAX_LENGTH - HASH_DIGITS - 1;
    return stem.substring(0, Math.min(stem.length(), room)) + "-" + hash(table);
  }

  private static String hash(TableId table) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(table.database().getBytes(StandardCharsets.UTF_8));
      sha.update((byte) 0);
      sha.update(table.table().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha.digest()).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
