package io.wherry.source;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What was decided about packages and names, held by the build. */
@AnalyzeClasses(packages = "io.wherry", importOptions = DoNotIncludeTests.class)
class LayoutTest {

  @ArchTest
  static final ArchRule DEBEZIUM_STAYS_IN_THE_TAIL =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.wherry.source.tail")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.debezium..", "com.github.shyiko..");

  @ArchTest
  static final ArchRule NAMES_SAY_A_ROLE =
      noClasses().should().haveNameMatching(".*(Utils?|Helper|Manager|Impl|Processor)(\\$.*)?");
}
