package io.wherry.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.wherry.verify.World.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows are found and named by every kind of key, and by themselves where there is none. */
class KeysIT {
  private static final String NUMBERS =
      "(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < %d) SELECT n FROM s)"
          + " q";

  @TempDir Path folder;
  private World world;

  @BeforeEach
  void emptyDatabase() throws Exception {
    world = new World("verify_keys", folder);
  }

  private static String numbers(int count) {
    return NUMBERS.formatted(count);
  }

  /** Many chunks: 2,000 rows the first, more the others. */
  private void manyRows() throws Exception {
    world.both(
        "CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL);\n"
            + "INSERT INTO t SELECT n * 3, n FROM "
            + numbers(30000));
    world.lanes("t");
  }

  @Test
  void rowsMissingAndExtraAtBothEndsAndInGapsAreNamed() throws Exception {
    manyRows();
    world.target(
        "INSERT INTO t VALUES (-2000000000, 1), (-5, 1), (4, 1), (45001, 1), (2000000000, 1);\n"
            + "DELETE FROM t WHERE id IN (3, 6000, 90000);\n"
            + "UPDATE t SET v = 0 WHERE id = 9");

    Result result = world.compare();

    assertThat(result.out().lines())
        .containsExactlyInAnyOrder(
            "verify_keys.t key=(id=-2000000000) only on the target",
            "verify_keys.t key=(id=-5) only on the target",
            "verify_keys.t key=(id=4) only on the target",
            "verify_keys.t key=(id=45001) only on the target",
            "verify_keys.t key=(id=2000000000) only on the target",
            "verify_keys.t key=(id=3) missing on the target",
            "verify_keys.t key=(id=6000) missing on the target",
            "verify_keys.t key=(id=90000) missing on the target",
            "verify_keys.t key=(id=9) different (columns v)",
            "verify_keys.t: 9 rows differ",
            "DIFFERENT tables=1 rows=30000 differing_rows=9");
  }

  @Test
  void manyDifferencesAreCountedAndFewAreNamed() throws Exception {
    manyRows();
    world.target(
        "UPDATE t SET v = -v WHERE id % 2 = 0;\n"
            + "INSERT INTO t SELECT 1000000 + n, n FROM "
            + numbers(70000));

    Result result = world.compare("--max-rows-reported", "7");

    assertThat(result.out().lines()).hasSize(9);
    assertThat(result.out()).contains("verify_keys.t: 85000 rows differ, of which 84993 are not");
    assertThat(result.lastLine()).isEqualTo("DIFFERENT tables=1 rows=30000 differing_rows=85000");
  }

  @Test
  void anEmptyTargetIsCountedToTheEnd() throws Exception {
    manyRows();
    world.target("TRUNCATE TABLE t");

    assertThat(world.compare().lastLine())
        .isEqualTo("DIFFERENT tables=1 rows=30000 differing_rows=30000");
  }

  @Test
  void emptyTablesAreEqual() throws Exception {
    world.both("CREATE TABLE e (id INT PRIMARY KEY);\nCREATE TABLE k (id INT)").lanes("e", "k");

    assertThat(world.compare().out()).isEqualTo("EQUAL tables=2 rows=0\n");
  }

  /** The key is declared in another order than its columns, and one row is damaged. */
  @Test
  void everyPartOfACompositeKeyCounts() throws Exception {
    world.both(
        "CREATE TABLE part (c INT NOT NULL, b VARCHAR(5) NOT NULL, data VARCHAR(20) NOT NULL,"
            + " a DATE NOT NULL, PRIMARY KEY (a, b DESC, c));\n"
            + "INSERT INTO part SELECT n, ELT(1 + n % 3, 'x', 'Y', 'z'), 'd', '2024-01-01' FROM "
            + numbers(9000));
    world.lanes("part");
    assertThat(world.compare().out()).isEqualTo("EQUAL tables=1 rows=9000\n");

    world.target(
        "UPDATE part SET data = 'bad' WHERE c = 7000;\nUPDATE part SET c = 90000 WHERE c = 5");

    assertThat(world.compare().out().lines())
        .containsExactlyInAnyOrder(
            "verify_keys.part key=(a=2024-01-01,b='Y',c=7000) different (columns data)",
            "verify_keys.part key=(a=2024-01-01,b='z',c=5) missing on the target",
            "verify_keys.part key=(a=2024-01-01,b='z',c=90000) only on the target",
            "verify_keys.part: 3 rows differ",
            "DIFFERENT tables=1 rows=9000 differing_rows=3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "BIGINT UNSIGNED|18446744073709551615 - n",
        "INT ZEROFILL|n",
        "DECIMAL(30,10)|n / 7",
        "DOUBLE|n * 1.1e-5",
        "FLOAT|n * 3",
        "VARCHAR(40) COLLATE utf8mb4_0900_ai_ci|CONCAT(ELT(1 + n % 6, 'ss', 'ß', 'æ', 'É', '', '-'), n)",
        "VARCHAR(40) COLLATE utf8mb4_bin|CONCAT(ELT(1 + n % 4, 'a', 'A', 'a ', '~'), n)",
        "VARCHAR(40) CHARACTER SET latin1|CONCAT(CHAR(128 + n % 120 USING latin1), n)",
        "CHAR(36) CHARACTER SET ascii|LEFT(SHA2(n, 256), 36)",
        "VARCHAR(40) CHARACTER SET utf16|CONCAT('é', n)",
        "BINARY(16)|UNHEX(LEFT(SHA2(n, 256), 28))",
        "VARBINARY(20)|CONCAT(UNHEX(LEFT(SHA2(n, 256), 10)), X'00')",
        "DATE|IF(n % 50 = 0, CONCAT('2', LPAD(n, 3, '0'), '-02-31'), '0000-00-00' + INTERVAL 0 DAY)",
        "DATETIME(3)|TIMESTAMP('2000-01-01') + INTERVAL n * 1001 SECOND + INTERVAL n MICROSECOND * 1000",
        "TIMESTAMP|TIMESTAMP('2024-10-27') + INTERVAL n SECOND",
        "TIME(6)|SEC_TO_TIME(n - 4000.5)",
        "BIT(33)|n * 100000",
        "YEAR|IF(n = 1, 0, 1900 + n)"
      })
  void anyTypeCanBeTheKey(String type, String value) throws Exception {
    int rows = type.equals("YEAR") ? 250 : 6000;
    String key = type.equals("DATE") ? dates() : value;
    String insert =
        type.startsWith("DATETIME") ? "TIMESTAMP('2000-01-01') + INTERVAL n * 1001 SECOND" : key;
    world.both(
        "CREATE TABLE t (k "
            + type
            + " NOT NULL PRIMARY KEY, v INT NOT NULL);\n"
            + "INSERT INTO t SELECT "
            + insert
            + ", n FROM "
            + numbers(rows));
    world.lanes("t");
    assertThat(world.compare().out()).isEqualTo("EQUAL tables=1 rows=" + rows + "\n");

    world.target(
        "UPDATE t SET v = -1 WHERE v = "
            + rows / 2
            + ";\nDELETE FROM t WHERE v IN (1, "
            + rows
            + ")");

    Result result = world.compare();
    assertThat(result.out().lines().filter(l -> l.contains("missing on the target"))).hasSize(2);
    assertThat(result.out().lines().filter(l -> l.contains("different (columns v)"))).hasSize(1);
    assertThat(result.lastLine())
        .isEqualTo("DIFFERENT tables=1 rows=" + rows + " differing_rows=3");
  }

  /** Also days that no calendar has. */
  private static String dates() {
    return "IF(n % 31 = 0, CONCAT(1000 + n, '-02-31'), IF(n = 1, '0000-00-00', DATE('1500-03-01') +"
        + " INTERVAL n DAY))";
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENUM('b', 'a', '', 'c')", "SET('a', 'b', 'c')"})
  void labelsCanBeTheKey(String type) throws Exception {
    world.both(
        "CREATE TABLE t (k "
            + type
            + " NOT NULL, n INT, v INT, PRIMARY KEY (k, n));\n"
            + "INSERT INTO t SELECT 1 + n % 4, n, n FROM "
            + numbers(5000));
    world.lanes("t");
    assertThat(world.compare().out()).isEqualTo("EQUAL tables=1 rows=5000\n");

    world.target("UPDATE t SET v = -1 WHERE v = 4003");

    assertThat(world.compare().out()).contains("key=(k=4,n=4003) different (columns v)");
  }

  @Test
  void aUniqueKeyWithoutNullsWillDo() throws Exception {
    world.both(
        "CREATE TABLE t (a INT NOT NULL, b INT NULL, UNIQUE KEY ub (b), UNIQUE KEY ua (a));\n"
            + "INSERT INTO t SELECT n, IF(n % 2, n, NULL) FROM "
            + numbers(5000));
    world.lanes("t");
    world.target("UPDATE t SET b = 6000 WHERE a = 4444");

    assertThat(world.compare().out()).contains("key=(a=4444) different (columns b)");
  }

  @Test
  void aKeyOfPrefixesNamesRowsButOrdersNothing() throws Exception {
    world.both(
        "CREATE TABLE t (k TEXT NOT NULL, v INT, PRIMARY KEY (k(10)));\n"
            + "INSERT INTO t SELECT CONCAT(LPAD(n, 8, '0'), 'xxxxxxxx'), n FROM "
            + numbers(50000));
    world.lanes("t");
    assertThat(world.compare().out()).isEqualTo("EQUAL tables=1 rows=50000\n");

    world.target("UPDATE t SET v = -1 WHERE v = 7;\nDELETE FROM t WHERE v = 49999");

    assertThat(world.compare().out().lines())
        .containsExactlyInAnyOrder(
            "verify_keys.t key=(k='00000007xxxxxxxx') different (columns v)",
            "verify_keys.t key=(k='00049999xxxxxxxx') missing on the target",
            "verify_keys.t: 2 rows differ",
            "DIFFERENT tables=1 rows=50000 differing_rows=2");
  }

  /** A range of the key holds other rows on a server that sorts text another way. */
  @Test
  void aKeyInAnotherCollationIsNoDifference() throws Exception {
    String table = "CREATE TABLE t (k VARCHAR(20) COLLATE %s PRIMARY KEY, v INT);\n";
    String rows =
        "INSERT INTO t SELECT CONCAT(ELT(1 + n %% 6, 'a', 'A', '_', 'Z', 'é', '0'), n), n FROM ";
    world.source(table.formatted("utf8mb4_bin") + rows.formatted() + numbers(30000));
    world.target(table.formatted("utf8mb4_0900_ai_ci") + rows.formatted() + numbers(30000));
    world.lanes("t");
    assertThat(world.compare().out()).isEqualTo("EQUAL tables=1 rows=30000\n");

    world.target("UPDATE t SET v = 0 WHERE k = 'é10000'");

    assertThat(world.compare().out()).contains("key=(k='é10000') different (columns v)");
  }

  /** Not one character may be lost in the conversion that such a comparison needs. */
  @Test
  void textInAnotherCharsetIsComparedByItsCharacters() throws Exception {
    world.source("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20) CHARACTER SET cp1251)");
    world.target("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20) CHARACTER SET utf8mb4)");
    world.lanes("t").both("INSERT INTO t VALUES (1, 'ж?'), (2, '?'), (3, ''), (4, NULL)");
    assertThat(world.compare().out()).isEqualTo("EQUAL tables=1 rows=4\n");

    world.source("UPDATE t SET v = _cp1251 X'98' WHERE id = 2");

    assertThat(world.compare().out()).contains("key=(id=2) different (columns v)");
  }

  @Test
  void equalRowsWithoutAKeyAreCounted() throws Exception {
    world.both("CREATE TABLE hits (host VARCHAR(20), code INT, at DATETIME(6))").lanes("hits");
    world.source(
        "INSERT INTO hits VALUES ('h', 1, NULL), ('h', 1, NULL), ('h', 1, NULL), (NULL, 2, NULL),"
            + " ('g', 3, '2024-01-01')");
    world.target(
        "INSERT INTO hits VALUES ('h', 1, NULL), ('h', 1, NULL), (NULL, 2, NULL), (NULL, 2, NULL),"
            + " ('g', 3, '2024-01-01')");

    Result result = world.compare();

    assertThat(result.out())
        .contains("missing on the target (3 on the source, 2 on the target)")
        .contains("only on the target (1 on the source, 2 on the target)")
        .containsPattern("verify_keys.hits row hash=[0-9a-f]{16} ")
        .endsWith("DIFFERENT tables=1 rows=5 differing_rows=2\n");
  }

  @Test
  void manyRowsWithoutAKeyAreNarrowedByHash() throws Exception {
    world.both(
        "CREATE TABLE log (a INT, b VARCHAR(20));\nINSERT INTO log SELECT n % 20000, n % 20000 FROM "
            + numbers(60000));
    world.lanes("log");
    assertThat(world.compare().out()).isEqualTo("EQUAL tables=1 rows=60000\n");

    world.target(
        "DELETE FROM log WHERE a = 77 LIMIT 1;\nUPDATE log SET b = 'x' WHERE a = 78 LIMIT 2");

    assertThat(world.compare().lastLine())
        .isEqualTo("DIFFERENT tables=1 rows=60000 differing_rows=5");
  }

  /** The target has lost its key: the same key twice is not the same table. */
  @Test
  void rowsThatAreTwiceOnTheTargetAreFound() throws Exception {
    world.source("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
    world.target("CREATE TABLE t (id INT NOT NULL, v INT)");
    world.lanes("t").both("INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)");
    world.target("INSERT INTO t VALUES (2, 2)");

    assertThat(world.compare().out())
        .contains("key=(id=2) different (1 rows with this key on the source, 2 on the target)");
  }

  @Test
  void anInvisiblePrimaryKeyIsPartOfTheRow() throws Exception {
    String table = "SET sql_generate_invisible_primary_key=ON;\nCREATE TABLE t (v INT);\n";
    world.both(table + "INSERT INTO t SELECT n FROM " + numbers(3000)).lanes("t");
    assertThat(world.compare().out()).isEqualTo("EQUAL tables=1 rows=3000\n");

    world.target("UPDATE t SET my_row_id = 9000 WHERE v = 3000");

    assertThat(world.compare().out())
        .contains("key=(my_row_id=3000) missing")
        .contains("key=(my_row_id=9000) only");
  }
}
