package io.wherry.source.reconcile;

import io.wherry.common.model.GtidSet;
import io.wherry.source.snapshot.TableInfo;
import java.util.Map;

/**
 * A table's definition and the marks around its reading.
 *
 * @param info what was read
 * @param from transactions whose DDL on the table is in it for sure
 * @param session system variables the definition depends on, by name, values as SQL literals
 * @param highFile binary log file after the read
 * @param highOffset offset in it; DDL behind it is not in the definition for sure
 */
public record Definition(
    TableInfo info, GtidSet from, Map<String, String> session, String highFile, long highOffset) {}
