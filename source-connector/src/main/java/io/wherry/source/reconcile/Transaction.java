package io.wherry.source.reconcile;

/**
 * A transaction the tail is in.
 *
 * @param sequence counts the run's transactions from 1
 * @param gtid its identifier
 * @param timeMs commit time, epoch milliseconds
 */
record Transaction(long sequence, String gtid, long timeMs) {}
