package io.wherry.common.wire;

/**
 * Who wrote a record and where it stands in its lane.
 *
 * @param run new at each start of the source task
 * @param number counts the records of a run in one lane from 0, without a gap; of a batch in
 *     several pieces, the number of the last
 * @param generation how often the table was read from its beginning; counts from 1
 */
public record Stamp(String run, long number, long generation) {}
