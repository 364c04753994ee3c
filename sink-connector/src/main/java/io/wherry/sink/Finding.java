package io.wherry.sink;

/**
 * Something that stands in the way of a migration.
 *
 * @param key the configuration key to show it at
 * @param message what is wrong and what to do
 */
record Finding(String key, String message) {}
