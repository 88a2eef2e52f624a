import { defineConfig } from "vitest/config";

/** Tests that need the local stack. `npm run test:emulators` runs them on each Firestore back end. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["functions/test/**/*.test.ts", "emulators/test/**/*.test.ts", "cli/test/**/*.test.ts"],
    // These start the only part of the stack that they need themselves, so they run with the unit tests.
    exclude: ["functions/test/{billing,deploy,storage}/*.test.ts"],
    globalSetup: ["emulators/src/launcher/integration-setup.ts"],
    environment: "node",
    pool: "forks",
    // Room for short-lived objects, as in the unit tests.
    execArgv: ["--max-semi-space-size=64"],
    // All files share one stack, with its stand-ins and their fault switches.
    fileParallelism: false,
    // These only guard against hangs, so they are long enough for a busy machine.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    teardownTimeout: 60_000,
  },
});
