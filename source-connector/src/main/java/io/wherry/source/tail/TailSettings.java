package io.wherry.source.tail;

import io.wherry.common.mysql.ServerAddress;

/**
 * Where the tail reads and who it is there.
 *
 * @param address the source server
 * @param serverId the replica id it connects with; no other client of the server may use it
 * @param name the connector's name, for thread names and messages
 */
public record TailSettings(ServerAddress address, long serverId, String name) {}
