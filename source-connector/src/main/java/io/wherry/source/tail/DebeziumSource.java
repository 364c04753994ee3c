package io.wherry.source.tail;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import io.debezium.connector.mysql.MySqlOffsetContext;
import io.debezium.connector.mysql.MySqlPartition;
import io.debezium.connector.mysql.MySqlStreamingChangeEventSource;
import io.debezium.util.Clock;

/**
 * Debezium's MySQL streaming with all conversion taken out: it connects and resumes, {@link
 * LogReader} gets the events. Every failure of either ends in {@link TailState}.
 */
final class DebeziumSource extends MySqlStreamingChangeEventSource {
  private final TailState state;
  private final LogReader reader;

  DebeziumSource(DebeziumParts parts, TailState state, LogReader reader) {
    super(
        parts.config(),
        parts.connection(),
        null,
        new FailureHandler(parts.config(), state),
        Clock.system(),
        parts.taskContext(),
        parts.schema(),
        parts.metrics(),
        null,
        parts.client());
    this.state = state;
    this.reader = reader;
    parts.client().configure();
    parts.client().registerLifecycleListener(state);
  }

  @Override
  protected EventDeserializer createEventDeserializer() {
    return new EventFramer();
  }

  @Override
  protected void handleEvent(
      MySqlPartition partition,
      MySqlOffsetContext offset,
      ChangeEventSourceContext context,
      Event event) {
    if (!state.isRunning()) {
      return;
    }
    try {
      EventData data = event.getData();
      if (data instanceof RotateEventData rotation) {
        reader.rotate(rotation.getBinlogFilename());
      } else {
        reader.read((LogEvent) data);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      state.fail(e);
    } catch (Throwable e) {
      state.fail(e);
    }
  }

  /** Debezium measures its lag here; we do that elsewhere. */
  @Override
  protected void onEvent(MySqlOffsetContext offset, Event event) {}
}
