import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

/** Names what passed on its second try: the end of `npm test` repeats these lines. */
const flakyTests: Reporter = {
  onTestCaseResult: (test) => {
    if (test.diagnostic()?.flaky) console.log(`flaky: ${test.module.relativeModuleId} ${test.fullName}`);
  },
};

/** What needs the local stack; `npm run test:emulators` runs it on each Firestore back end. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["functions/test/**/*.test.ts", "emulators/test/**/*.test.ts", "cli/test/**/*.test.ts"],
    // These bring the only part of the stack they need with them: unit tests as far as the stack goes.
    exclude: ["functions/test/{billing,deploy,storage}/*.test.ts"],
    globalSetup: ["emulators/src/launcher/integration-setup.ts"],
    environment: "node",
    reporters: ["default", flakyTests],
    retry: Number(process.env.PLUMBLINE_TEST_RETRIES ?? 0),
    pool: "forks",
    // What a test makes and forgets has room, as in the unit tests.
    execArgv: ["--max-semi-space-size=64"],
    // One machine-wide stack: files share its stand-ins and their fault switches.
    fileParallelism: false,
    // Guards against hangs, not measures: a busy machine may take its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
