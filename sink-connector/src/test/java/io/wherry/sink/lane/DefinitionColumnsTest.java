package io.wherry.sink.lane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DefinitionColumnsTest {

  @Test
  void readsNamesAndTypesInOrderAndNothingElse() {
    String text =
        """
        CREATE TABLE `a``b` (
          `id` bigint unsigned NOT NULL AUTO_INCREMENT,
          `odd``name (x)` varchar(20) CHARACTER SET latin1 DEFAULT 'x, `y` int',
          `e` enum('a,)','it''s') NOT NULL DEFAULT 'a,)',
          `d` decimal(10,2) DEFAULT '0.00',
          `j` json DEFAULT NULL COMMENT 'KEY `k` int',
          PRIMARY KEY (`id`),
          UNIQUE KEY `k` (`d`),
          CONSTRAINT `f` FOREIGN KEY (`d`) REFERENCES `t` (`d`)
        ) ENGINE=InnoDB""";
    assertThat(DefinitionColumns.of(text).columns())
        .containsExactly(
            "`id` bigint unsigned",
            "`odd``name (x)` varchar(20)",
            "`e` enum('a,)','it''s')",
            "`d` decimal(10,2)",
            "`j` json");
  }
}
