package io.wherry.e2e.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Connect worker's REST interface. A worker that rebalances or starts is asked again for two
 * minutes; every other refusal is a {@link RefusedException}. Holds no state of its own.
 */
public final class ConnectRest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final URI base;

  public ConnectRest(URI base) {
    this.base = base;
  }

  /** The worker said no, and why. */
  public static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    RefusedException(int status, String message) {
      super(message);
      this.status = status;
    }

    public int status() {
      return status;
    }
  }

  /** Creates a connector, or changes it if it exists. */
  public void put(String name, JsonNode config) {
    send("PUT", path(name, "/config"), config);
  }

  /** Posts {@code {"name":..,"config":{..}}} as it stands. */
  public void post(JsonNode connector) {
    send("POST", "/connectors", connector);
  }

  public JsonNode get(String path) {
    return send("GET", path, null);
  }

  public void pause(String name) {
    send("PUT", path(name, "/pause"), null);
    awaitState(name, "PAUSED");
  }

  public void resume(String name) {
    send("PUT", path(name, "/resume"), null);
    awaitState(name, "RUNNING");
  }

  public void stop(String name) {
    send("PUT", path(name, "/stop"), null);
    awaitState(name, "STOPPED");
  }

  /** Stops a connector, forgets its offsets and deletes it; one that is not there is fine. */
  public void remove(String name) {
    try {
      stop(name);
      send("DELETE", path(name, "/offsets"), null);
      send("DELETE", path(name, ""), null);
    } catch (RefusedException e) {
      if (e.status() != 404) {
        throw e;
      }
    }
  }

  /** Deletes a connector and leaves its offsets. */
  public void delete(String name) {
    send("DELETE", path(name, ""), null);
  }

  /** The trace of the connector or of the first of its tasks that failed. */
  public Optional<String> failure(String name) {
    JsonNode status = status(name);
    List<JsonNode> parts = new ArrayList<>(List.of(status.path("connector")));
    status.path("tasks").forEach(parts::add);
    return parts.stream()
        .filter(p -> p.path("state").asText().equals("FAILED"))
        .map(p -> p.path("trace").asText())
        .findFirst();
  }

  /** Whether the connector and at least one task run, and none does anything else. */
  public boolean isRunning(String name) {
    return isIn(status(name), "RUNNING");
  }

  /** Whether the worker answers. */
  public boolean isUp() {
    try {
      exchange(HttpRequest.newBuilder(base.resolve("/")).timeout(Duration.ofSeconds(5)).build());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void awaitState(String name, String state) {
    Waiting.until(name + " is " + state, PATIENCE, () -> isIn(status(name), state));
  }

  /** Just after its creation a connector has none yet. */
  private JsonNode status(String name) {
    try {
      return get(path(name, "/status"));
    } catch (RefusedException e) {
      if (e.status() != 404) {
        throw e;
      }
      return JSON.createObjectNode();
    }
  }

  private static boolean isIn(JsonNode status, String state) {
    boolean tasks = !status.path("tasks").isEmpty();
    for (JsonNode task : status.path("tasks")) {
      tasks &= task.path("state").asText().equals(state);
    }
    // A stopped connector has no tasks left.
    return status.path("connector").path("state").asText().equals(state)
        && (state.equals("STOPPED") ? status.path("tasks").isEmpty() : tasks);
  }

  private static String path(String name, String rest) {
    return "/connectors/" + name + rest;
  }

  private JsonNode send(String method, String path, JsonNode body) {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(Duration.ofSeconds(100))
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()))
            .build();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      RefusedException refused;
      try {
        return exchange(request);
      } catch (IOException e) {
        refused = new RefusedException(503, "the worker does not answer: " + e);
      } catch (RefusedException e) {
        refused = e;
      }
      if (!isPassing(refused, method) || System.nanoTime() > end) {
        throw refused;
      }
      Waiting.pause(200);
    }
  }

  /** A rebalance, a start, or a question that timed out while the worker was busy. */
  private static boolean isPassing(RefusedException refused, String method) {
    return refused.status() == 409
        || refused.status() == 503
        || refused.status() == 500 && method.equals("GET");
  }

  private JsonNode exchange(HttpRequest request) throws IOException {
    try {
      var answer = http.send(request, BodyHandlers.ofString());
      JsonNode body = answer.body().isEmpty() ? JSON.nullNode() : JSON.readTree(answer.body());
      if (answer.statusCode() >= 400) {
        throw new RefusedException(answer.statusCode(), body.path("message").asText(answer.body()));
      }
      return body;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
