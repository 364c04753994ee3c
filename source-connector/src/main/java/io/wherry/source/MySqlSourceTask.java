package io.wherry.source;

import io.wherry.source.offsets.Partitions;
import io.wherry.source.offsets.ResumeState;
import io.wherry.source.reconcile.LaneRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one task of the source: hands records of the current run to Connect, and starts a new run
 * from what it handed over when the source was lost. All fields belong to the task thread, but for
 * the run that stop() ends from another.
 */
public final class MySqlSourceTask extends SourceTask {
  private static final Logger LOG = LoggerFactory.getLogger(MySqlSourceTask.class);
  private static final long POLL_MS = 500;
  private static final long MAX_PAUSE_MS = 30_000;

  private SourceConfig config;
  private ResumeState state;
  private SourceRecords records;
  private volatile SourceRun run;
  private volatile boolean stopped;
  private long pauseMs;
  private long resumeAtNanos;

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> settings) {
    config = new SourceConfig(settings);
    state = new ResumeState(new Partitions(config.topicPrefix()), context.offsetStorageReader());
    records = new SourceRecords(new TopicNames(config.topicPrefix()), state);
    startRun();
  }

  private void startRun() {
    SourceRun next = new SourceRun(config, state);
    next.start();
    run = next;
    if (stopped) {
      next.close();
    }
  }

  @Override
  public List<SourceRecord> poll() throws InterruptedException {
    if (run == null && !resume()) {
      return null;
    }
    try {
      List<LaneRecord> taken = run.take(POLL_MS);
      if (taken.isEmpty()) {
        return null;
      }
      pauseMs = 0;
      return records.of(taken);
    } catch (RetriableException e) {
      pause(e);
      return null;
    }
  }

  private boolean resume() throws InterruptedException {
    long left = TimeUnit.NANOSECONDS.toMillis(resumeAtNanos - System.nanoTime());
    if (left > 0) {
      TimeUnit.MILLISECONDS.sleep(Math.min(left, POLL_MS));
      return false;
    }
    startRun();
    return true;
  }

  /** The source is lost for now: a new run, from a transaction boundary, after a growing pause. */
  private void pause(RetriableException cause) {
    pauseMs = Math.min(MAX_PAUSE_MS, Math.max(500, pauseMs * 2));
    long jittered = pauseMs / 2 + ThreadLocalRandom.current().nextLong(pauseMs / 2 + 1);
    LOG.warn(
        "{}: {}; starting again in {} ms", config.connectorName(), cause.getMessage(), jittered);
    run.close();
    run = null;
    resumeAtNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(jittered);
  }

  @Override
  public void stop() {
    stopped = true;
    SourceRun current = run;
    if (current != null) {
      current.close();
    }
  }
}
