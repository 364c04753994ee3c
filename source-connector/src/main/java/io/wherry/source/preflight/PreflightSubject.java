package io.wherry.source.preflight;

import io.wherry.common.mysql.ServerAddress;
import io.wherry.common.mysql.TableFilter;

/**
 * What is to be checked.
 *
 * @param address the source
 * @param filter the tables and columns to move
 * @param serverId the server id that the tail will use
 * @param connector name of the connector, as in {@link ServerIdClaim}
 */
public record PreflightSubject(
    ServerAddress address, TableFilter filter, long serverId, String connector) {}
