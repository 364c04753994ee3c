package io.wherry.verify.compare;

/** The same thing as each server has it. */
record Both<T>(T source, T target) {
  boolean same() {
    return source.equals(target);
  }
}
