import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { bundledLibraries } from "./web/build/bundled-libraries.js";

/** Only a guard against hangs: on a busy machine, a test may take minutes. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000 };

/** V8's space for short-lived objects, in MB. With the default of 16, collecting it takes 10% of CPU time. */
const worker = { ...patience, execArgv: ["--max-semi-space-size=64"] };

/**
 * A project's files share a worker's modules and globals, so each module is loaded once, not once per file.
 * Vitest restores spies after each file. These options also undo stubbed environment
 * variables and globals before each test.
 */
const shared = { isolate: false, unstubEnvs: true, unstubGlobals: true };

/** Makes property tests try the same cases in every run. */
const seeded = { setupFiles: [path.join(import.meta.dirname, "functions/src/testing/seeded-properties.ts")] };

/** These mock modules that other tests import, so each file runs in its own worker. */
const withMockedModules = ["functions/src/contract/detectors/descriptors.test.ts"];
const pagesWithMockedModules = [
  "src/app/new-detector.test.tsx",
  "src/features/billing/checkout/use-payment-setup.test.tsx",
];

/** Tests that don't need a page run without jsdom, which takes a second to start. */
const withoutPage = { include: ["src/**/*.test.ts"], exclude: ["src/lib/{api,query}-client.test.ts"] };
const withPage = {
  extends: "web/vite.config.ts",
  plugins: [bundledLibraries(path.join(import.meta.dirname, "web"))],
};
const pageTest = {
  root: "web",
  environment: "jsdom",
  setupFiles: ["src/testing/setup.ts"],
  ...worker,
};

/** Unit tests: no emulator, no network. Tests that need the stack are in functions/test and web/e2e. */
export default defineConfig({
  test: {
    // By default, Vitest leaves one core idle, which is half of a two-core machine.
    maxWorkers: availableParallelism(),
    coverage: {
      provider: "v8",
      include: ["functions/src/**/*.ts", "cli/src/**/*.ts", "web/src/**/*.{ts,tsx}", "emulators/src/**/*.ts"],
      exclude: [
        "**/*.test.*",
        "**/*.testing.*",
        "**/testing/**",
        "**/kernel/assembly/**",
        "**/kernel.wasm.ts",
      ],
      reporter: ["text-summary", "html"],
    },
    projects: [
      {
        test: {
          name: "functions",
          // The tests in functions/test start the only part of the stack that they need.
          include: ["functions/src/**/*.test.ts", "functions/test/{billing,deploy,storage}/*.test.ts"],
          exclude: withMockedModules,
          environment: "node",
          ...seeded,
          ...shared,
          ...worker,
        },
      },
      {
        test: {
          name: "functions-mocked",
          include: withMockedModules,
          environment: "node",
          ...worker,
        },
      },
      {
        test: {
          name: "emulators",
          include: ["emulators/src/**/*.test.ts"],
          environment: "node",
          ...shared,
          ...worker,
        },
      },
      {
        test: {
          name: "cli",
          include: ["cli/src/**/*.test.ts"],
          environment: "node",
          ...seeded,
          ...shared,
          ...worker,
        },
      },
      { test: { name: "lint", include: ["lint/*.test.ts"], environment: "node", ...worker } },
      {
        test: {
          name: "bench",
          include: ["bench/src/**/*.test.ts"],
          environment: "node",
          ...shared,
          ...worker,
        },
      },
      {
        ...withPage,
        test: {
          name: "web",
          include: ["src/**/*.test.tsx", ...withoutPage.exclude],
          exclude: pagesWithMockedModules,
          ...pageTest,
          ...shared,
        },
      },
      { ...withPage, test: { name: "web-mocked", include: pagesWithMockedModules, ...pageTest } },
      {
        extends: "web/vite.config.ts",
        test: {
          name: "web-logic",
          root: "web",
          ...withoutPage,
          environment: "node",
          ...seeded,
          ...shared,
          ...worker,
        },
      },
      {
        extends: "web/vite.config.ts",
        test: {
          name: "web-build",
          root: "web",
          include: ["build/*.test.ts"],
          environment: "node",
          ...worker,
        },
      },
    ],
  },
});
