package io.wherry.sink.lane;

import java.util.Optional;

/**
 * What a look at SHOW CREATE TABLE tells about a statement that may or may not have run. Between
 * its intent and now nobody else wrote to the table.
 */
enum DdlKind {
  /** The source's definition: wanted where the table is missing. */
  DEFINITION {
    @Override
    boolean due(Optional<String> now) {
      return now.isEmpty();
    }

    @Override
    boolean unfinished(Optional<String> before, Optional<String> now) {
      return now.isEmpty();
    }
  },
  /** CREATE TABLE: done when the table is there. */
  CREATE {
    @Override
    boolean due(Optional<String> now) {
      return true;
    }

    @Override
    boolean unfinished(Optional<String> before, Optional<String> now) {
      return now.isEmpty();
    }
  },
  /** DROP TABLE: done when the table is not there. */
  DROP {
    @Override
    boolean due(Optional<String> now) {
      return now.isPresent();
    }

    @Override
    boolean unfinished(Optional<String> before, Optional<String> now) {
      return now.isPresent();
    }
  },
  /** A statement that does the same when it runs twice. */
  REPEATABLE {
    @Override
    boolean due(Optional<String> now) {
      return true;
    }

    @Override
    boolean unfinished(Optional<String> before, Optional<String> now) {
      return true;
    }
  },
  /**
   * ALTER and its kin: done when the definition changed. One that leaves the definition as it was
   * (a rebuild, an AUTO_INCREMENT start) does the same when it runs twice.
   */
  ALTER {
    @Override
    boolean due(Optional<String> now) {
      return true;
    }

    @Override
    boolean unfinished(Optional<String> before, Optional<String> now) {
      return same(before, now);
    }
  };

  /** Whether it is to be run on a table that is like this. */
  abstract boolean due(Optional<String> now);

  /** Whether it is still to be run: the table was like {@code before} its intent. */
  abstract boolean unfinished(Optional<String> before, Optional<String> now);

  /** Whether both are one definition. */
  static boolean same(Optional<String> a, Optional<String> b) {
    return steady(a).equals(steady(b));
  }

  /** Without the one number that moves without a statement. */
  private static Optional<String> steady(Optional<String> definition) {
    return definition.map(text -> text.replaceAll(" AUTO_INCREMENT=\\d+", ""));
  }
}
