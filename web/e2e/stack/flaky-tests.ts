import type { Reporter, TestCase } from "@playwright/test/reporter";

/** Lists tests that passed on a retry. The end of `npm test` repeats these lines. */
export default class FlakyTests implements Reporter {
  onTestEnd(test: TestCase): void {
    if (test.outcome() === "flaky") console.log(`flaky: ${test.titlePath().filter(Boolean).join(" › ")}`);
  }
}
