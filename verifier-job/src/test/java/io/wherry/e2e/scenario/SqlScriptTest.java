package io.wherry.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlScriptTest {

  @Test
  void cutsAtSemicolonsOutsideQuotesAndComments() {
    assertThat(SqlScript.split("a ';' b; c \"x;\\\"y\" /* ; */ d;\n`e``;` -- ; no\nf; # ;\ng"))
        .containsExactly("a ';' b", "c \"x;\\\"y\" /* ; */ d", "`e``;` -- ; no\nf", "g");
  }

  @Test
  void knowsBackslashesInStringsButNotInNames() {
    assertThat(SqlScript.split("'it\\';s'; `back\\`; 'it'';s'"))
        .containsExactly("'it\\';s'", "`back\\`", "'it'';s'");
  }

  @Test
  void keepsCommentsThatMayBeStatements() {
    assertThat(SqlScript.split("/*!80000 ALTER TABLE t ADD c INT */; /* app=shop */ DO 1;"))
        .containsExactly("/*!80000 ALTER TABLE t ADD c INT */", "/* app=shop */ DO 1");
  }

  @Test
  void dropsWhatIsOnlyComment() {
    assertThat(SqlScript.split("-- setup\n;; /* nothing */;\n# nor here\n")).isEmpty();
  }

  @Test
  void minusMinusIsNoCommentWithoutSpace() {
    assertThat(SqlScript.split("SELECT 1--1; SELECT 2")).containsExactly("SELECT 1--1", "SELECT 2");
  }

  @Test
  void obeysDelimiterLines() {
    assertThat(
            SqlScript.split(
                "DO 1;\ndelimiter //\nCREATE PROCEDURE p() BEGIN DO 1; DO 2; END//\nDELIMITER ;\nDO 3;"))
        .containsExactly("DO 1", "CREATE PROCEDURE p() BEGIN DO 1; DO 2; END", "DO 3");
  }
}
