package io.wherry.source.tail;

import io.debezium.connector.mysql.MySqlConnector;
import io.debezium.connector.mysql.MySqlConnectorConfig;
import io.debezium.pipeline.ErrorHandler;

/** Takes the failures that Debezium notices to {@link TailState}. */
final class FailureHandler extends ErrorHandler {
  private final TailState state;

  FailureHandler(MySqlConnectorConfig config, TailState state) {
    super(MySqlConnector.class, config, null, null);
    this.state = state;
  }

  @Override
  public void setProducerThrowable(Throwable failure) {
    state.fail(failure);
  }
}
