package io.wherry.sink;

import static io.wherry.sink.LaneScript.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.common.model.TableId;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code validate} finds on a real target. */
class PreflightIT {
  private static final String NAME = "sinkflight";

  @BeforeEach
  void clean() throws SQLException {
    Target.clean(NAME);
    Target.run("DROP USER IF EXISTS flight", "DROP ROLE IF EXISTS flightrole");
  }

  @AfterEach
  void restore() throws SQLException {
    Target.run(
        "SET GLOBAL super_read_only = OFF",
        "SET GLOBAL read_only = OFF",
        "SET GLOBAL max_allowed_packet = 67108864");
  }

  private static Map<String, List<String>> findings(Map<String, String> config) {
    Map<String, List<String>> found = new HashMap<>();
    for (ConfigValue value : new MySqlSinkConnector().validate(config).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        found.put(value.name(), value.errorMessages());
      }
    }
    return found;
  }

  private static Map<String, String> as(String user) {
    Map<String, String> config = Target.config(NAME);
    config.put("connection.user", user);
    return config;
  }

  @Test
  void findsNothingOnATargetThatIsReady() {
    assertThat(findings(Target.config(NAME))).isEmpty();
    Map<String, String> unnamed = Target.config(NAME);
    unnamed.remove("name");
    assertThat(findings(unnamed)).isEmpty();
  }

  @Test
  void namesAWrongPasswordAndAServerThatIsNotThere() {
    Map<String, String> config = Target.config(NAME);
    config.put("connection.password", "other");
    assertThat(findings(config)).containsOnlyKeys("connection.password");
    assertThat(findings(config).get("connection.password").get(0))
        .contains("wrong user or password")
        .doesNotContain("other");

    config.put("connection.port", "1");
    assertThat(findings(config)).containsOnlyKeys("connection.host");
  }

  @Test
  void asksTheServerOnlyWhenTheKeysAreRight() {
    Map<String, String> config = Target.config(NAME);
    config.put("connection.port", "1");
    config.put("database.routes", "a");
    assertThat(findings(config)).containsOnlyKeys("database.routes");
    config.put("errors.tolerance", "all");
    assertThat(findings(config)).containsOnlyKeys("database.routes", "errors.tolerance");
  }

  @Test
  void listsEveryFindingAtOnce() throws SQLException {
    Target.run(
        "CREATE DATABASE " + NAME,
        "CREATE TABLE " + NAME + ".t (id INT PRIMARY KEY)",
        "INSERT INTO " + NAME + ".t VALUES (1)",
        "CREATE TRIGGER " + NAME + ".again BEFORE INSERT ON " + NAME + ".t FOR EACH ROW SET @x = 1",
        "SET GLOBAL max_allowed_packet = 1048576",
        "SET GLOBAL super_read_only = ON");
    Map<String, String> config = Target.config(NAME);
    config.put("table.routes", "shop.t:" + NAME + ".t");

    Map<String, List<String>> found = findings(config);
    assertThat(found.get("connection.host"))
        .anySatisfy(m -> assertThat(m).contains("max_allowed_packet").contains("1048576"))
        .anySatisfy(m -> assertThat(m).contains("read_only"));
    assertThat(found.get("table.routes"))
        .anySatisfy(m -> assertThat(m).contains(NAME + ".t has triggers [again]"))
        .anySatisfy(m -> assertThat(m).contains(NAME + ".t is not empty and not ours"));
  }

  @Test
  void namesMissingRights() throws SQLException {
    Target.run(
        "CREATE DATABASE " + NAME,
        "CREATE USER flight IDENTIFIED BY 'secret'",
        "GRANT SELECT, INSERT, CREATE ON " + NAME + ".* TO flight");
    Map<String, String> config = as("flight");
    config.put("database.routes", "shop:" + NAME);

    Map<String, List<String>> found = findings(config);
    assertThat(found.get("connection.user"))
        .anySatisfy(m -> assertThat(m).contains("SESSION_VARIABLES_ADMIN").contains("*.*"))
        .anySatisfy(
            m ->
                assertThat(m)
                    .contains("UPDATE, DELETE, DROP, ALTER, INDEX, REFERENCES, TRIGGER")
                    .contains("`" + NAME + "`.*"));
    assertThat(found.get("ledger.database").get(0))
        .contains("SELECT, INSERT, UPDATE, CREATE")
        .contains("`ledger_" + NAME + "`.*");
  }

  @Test
  void countsRightsThatCameByARoleOrAPattern() throws SQLException {
    Target.run(
        "CREATE ROLE flightrole",
        "GRANT ALL ON `ledger\\_sink%`.* TO flightrole",
        "CREATE USER flight IDENTIFIED BY 'secret' DEFAULT ROLE flightrole",
        "GRANT ALL ON `" + NAME + "`.* TO flight",
        "GRANT SESSION_VARIABLES_ADMIN ON *.* TO flight");
    Map<String, String> config = as("flight");
    config.put("database.routes", "shop:" + NAME);
    assertThat(findings(config)).isEmpty();
  }

  @Test
  void anUnchangedConfigurationPassesWhileTheConnectorRuns() throws SQLException {
    Map<String, String> config = Target.config(NAME);
    config.put("table.routes", "shop.t:" + NAME + ".t2");
    LaneScript lane = new LaneScript(new TableId("shop", "t")).definition().rows(row(1, "a"));
    FakeWorker worker = new FakeWorker(config).assign("w.shop.t", lane.records(), 0);
    worker.drain();
    assertThat(Target.rows(new TableId(NAME, "t2"))).containsExactly("1=a");
    assertThat(findings(config)).isEmpty();
    worker.stop();

    // Another connector finds that table in its way, and stops before it writes.
    config.put("name", "somebody");
    assertThat(findings(config)).containsOnlyKeys("table.routes");
  }
}
