package io.wherry.source.tail;

/** The bytes of an event are not what its type promises. */
final class UnreadableEvent extends RuntimeException {
  UnreadableEvent(String what) {
    super(what);
  }
}
