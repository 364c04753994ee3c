package io.wherry.common.wire;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** The Connect schema of a lane record; fields are explained in {@code common/README.md}. */
final class BatchSchema {
  static final int VERSION = 1;

  static final Schema POSITION =
      SchemaBuilder.struct()
          .name("io.wherry.Position")
          .field("gtids", Schema.STRING_SCHEMA)
          .field("file", Schema.STRING_SCHEMA)
          .field("offset", Schema.INT64_SCHEMA)
          .optional()
          .build();

  static final Schema COLUMN =
      SchemaBuilder.struct()
          .name("io.wherry.Column")
          .field("name", Schema.STRING_SCHEMA)
          .field("type", Schema.STRING_SCHEMA)
          .field("charset", Schema.OPTIONAL_STRING_SCHEMA)
          .field("key", Schema.INT32_SCHEMA)
          .build();

  static final Schema BATCH =
      SchemaBuilder.struct()
          .name("io.wherry.Batch")
          .version(VERSION)
          .field("version", Schema.INT32_SCHEMA)
          .field("kind", Schema.STRING_SCHEMA)
          .field("run", Schema.STRING_SCHEMA)
          .field("number", Schema.INT64_SCHEMA)
          .field("generation", Schema.INT64_SCHEMA)
          .field("database", Schema.STRING_SCHEMA)
          .field("table", Schema.STRING_SCHEMA)
          .field("columns", SchemaBuilder.array(COLUMN).build())
          .field("from", POSITION)
          .field("to", POSITION)
          .field("partial_gtid", Schema.OPTIONAL_STRING_SCHEMA)
          .field("partial_sequence", Schema.INT64_SCHEMA)
          .field("piece", Schema.INT32_SCHEMA)
          .field("pieces", Schema.INT32_SCHEMA)
          .field("rows", Schema.INT32_SCHEMA)
          .field("last", Schema.BOOLEAN_SCHEMA)
          .field("source_time", Schema.INT64_SCHEMA)
          .field("data", Schema.BYTES_SCHEMA)
          .build();

  private BatchSchema() {}
}
