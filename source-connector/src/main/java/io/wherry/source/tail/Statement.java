package io.wherry.source.tail;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.DdlStatement;
import io.wherry.common.wire.Ddl;
import java.util.List;

/**
 * A DDL statement from the log that touches tables we move.
 *
 * @param parsed what it does, as far as its first words and names tell
 * @param tables the included tables it names, resolved with its default database; for CREATE or
 *     DROP DATABASE none
 * @param ddl its bytes and session, ready for the wire
 */
public record Statement(DdlStatement parsed, List<TableId> tables, Ddl ddl) {}
