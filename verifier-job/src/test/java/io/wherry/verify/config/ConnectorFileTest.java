package io.wherry.verify.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wherry.common.model.TableId;
import io.wherry.common.mysql.SslMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectorFileTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("DB_PASSWORD", "p$1\\x");

  @TempDir Path folder;

  private ConnectorFile file(String json) throws IOException {
    Path path = Files.createTempFile(folder, "c", ".json");
    Files.writeString(path, json);
    return ConnectorFile.read(path, new Placeholders(ENVIRONMENT));
  }

  @Test
  void bothFormsAreRead() throws IOException {
    ConnectorFile posted =
        file("{\"name\": \"n\", \"config\": {\"a\": \"1\", \"b\": 2, \"c\": null}}");
    ConnectorFile flat = file("{\"name\": \"n\", \"a\": \"1\", \"b\": 2}");

    for (ConnectorFile file : new ConnectorFile[] {posted, flat}) {
      assertThat(file.require("name")).isEqualTo("n");
      assertThat(file.get("a", "")).isEqualTo("1");
      assertThat(file.get("b", "")).isEqualTo("2");
      assertThat(file.get("c", "none")).isEqualTo("none");
    }
  }

  @Test
  void variablesAndFilesAreResolved() throws IOException {
    Path properties = folder.resolve("db.properties");
    Files.writeString(properties, "user=moss\n");
    Files.writeString(folder.resolve("secret"), "from a file\n");
    ConnectorFile file =
        file(
            "{\"p\": \"${env:DB_PASSWORD}\", \"u\": \"x-${file:"
                + properties
                + ":user}\","
                + " \"d\": \"${secrets:"
                + folder
                + ":secret}\"}");

    assertThat(file.get("p", "")).isEqualTo("p$1\\x");
    assertThat(file.get("u", "")).isEqualTo("x-moss");
    assertThat(file.get("d", "")).isEqualTo("from a file");
  }

  @Test
  void aPlaceholderWithoutValueIsNamedOnlyWhenItIsNeeded() throws IOException {
    ConnectorFile file = file("{\"a\": \"${env:NOT_SET}\", \"b\": \"${file:/no/such/file:k}\"}");

    assertThatThrownBy(() -> file.get("a", ""))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("a: ")
        .hasMessageContaining("${env:NOT_SET}");
    assertThatThrownBy(() -> file.get("b", "")).hasMessageContaining("/no/such/file");
  }

  @Test
  void aBrokenFileIsNotQuoted() {
    assertThatThrownBy(() -> file("{\"connection.password\": hunter2}"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("is not JSON (line 1)")
        .message()
        .doesNotContain("hunter2");
    assertThatThrownBy(() -> file("[]")).hasMessageContaining("JSON object");
  }

  @Test
  void aMigrationTakesItsServersFromFilesOptionsAndVariables() throws IOException {
    ConnectorFile source =
        file(
            "{\"name\": \"s\", \"config\": {\"connection.host\": \"db1\", \"connection.user\": \"u\","
                + " \"connection.password\": \"${vault:nowhere}\", \"tables\": \"shop.*\","
                + " \"connection.ssl.mode\": \"required\"}}");
    ConnectorFile sink =
        file(
            "{\"name\": \"k\", \"connection.host\": \"db2\", \"connection.port\": 3307,"
                + " \"connection.user\": \"v\", \"connection.password\": \"w\","
                + " \"ledger.database\": \"progress\", \"database.routes\": \"shop:new\"}");
    Overrides overrides =
        new Overrides(new Overrides.Endpoint("localhost", 13306), Overrides.NONE.target());

    Migration migration =
        Migration.read(source, sink, overrides, Map.of("WHERRY_SOURCE_PASSWORD", "secret"));

    assertThat(migration.source().host()).isEqualTo("localhost");
    assertThat(migration.source().port()).isEqualTo(13306);
    assertThat(migration.source().password()).isEqualTo("secret");
    assertThat(migration.source().sslMode()).isEqualTo(SslMode.REQUIRED);
    assertThat(migration.target().host()).isEqualTo("db2");
    assertThat(migration.target().port()).isEqualTo(3307);
    assertThat(migration.ledger()).isEqualTo(new TableId("progress", "ledger"));
    assertThat(migration.sinkName()).isEqualTo("k");
    assertThat(migration.filter().includes(new TableId("shop", "orders"))).isTrue();
    assertThat(migration.routes().route(new TableId("shop", "t")).database()).isEqualTo("new");
  }

  @Test
  void whatIsMissingOrWrongIsNamed() throws IOException {
    ConnectorFile good =
        file(
            "{\"name\": \"k\", \"connection.host\": \"h\", \"connection.user\": \"u\","
                + " \"tables\": \"a.b\"}");

    assertThatThrownBy(() -> read(file("{\"name\": \"k\"}"), good))
        .hasMessageContaining("connection.host");
    assertThatThrownBy(
            () -> read(good, file("{\"connection.host\": \"h\", \"connection.user\": \"u\"}")))
        .hasMessageContaining("name");
    assertThatThrownBy(
            () ->
                read(
                    file(
                        "{\"connection.host\": \"h\", \"connection.user\": \"u\","
                            + " \"connection.port\": \"x\", \"tables\": \"a.b\"}"),
                    good))
        .hasMessageContaining("connection.port");
  }

  private static Migration read(ConnectorFile source, ConnectorFile sink) {
    return Migration.read(source, sink, Overrides.NONE, Map.of());
  }
}
