package io.wherry.source.snapshot;

/**
 * Where the source's binary log ends at one moment.
 *
 * @param file name of the last file
 * @param offset its length
 */
public record LogEnd(String file, long offset) {}
