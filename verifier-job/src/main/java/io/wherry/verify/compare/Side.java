package io.wherry.verify.compare;

/** One of the two servers. */
enum Side {
  SOURCE,
  TARGET
}
