import type { Reporter, TestCase } from "@playwright/test/reporter";

/** Names what passed on its second try: the end of `npm test` repeats these lines. */
export default class FlakyTests implements Reporter {
  onTestEnd(test: TestCase): void {
    if (test.outcome() === "flaky") console.log(`flaky: ${test.titlePath().filter(Boolean).join(" › ")}`);
  }
}
