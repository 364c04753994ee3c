package io.wherry.e2e.compare;

import io.wherry.e2e.stack.Stack;
import java.util.List;

/** Compares the named databases of the running stack; exit 0 identical, 1 different. */
public final class CompareMain {
  private CompareMain() {}

  public static void main(String[] databases) throws Exception {
    Stack stack = Stack.fromEnvironment();
    ComparisonReport report =
        new TableComparer(stack.source(), stack.target()).compare(List.of(databases));
    System.out.println(report);
    System.exit(report.identical() ? 0 : 1);
  }
}
