import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { bundledLibraries } from "./web/build/bundled-libraries.js";

/** A guard against hangs, not a measure: a busy machine may take its time, and these tests yield to others. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000 };

/** Room for what a test makes and forgets, in MB: with V8's own 16, collecting it costs a tenth of the processor time. */
const worker = { ...patience, execArgv: ["--max-semi-space-size=64"] };

/**
 * The files of a project share a worker's modules and globals, so that each module is loaded once and not once a file.
 * Vitest restores spies after each file; these options take back before each test what else a test may have replaced.
 */
const shared = { isolate: false, unstubEnvs: true, unstubGlobals: true };

/** Property tests of these projects try the same cases in every run. */
const seeded = { setupFiles: [path.join(import.meta.dirname, "functions/src/testing/seeded-properties.ts")] };

/** They replace modules that others import, so each has a worker of its own. */
const withMockedModules = ["functions/src/contract/detectors/descriptors.test.ts"];
const pagesWithMockedModules = [
  "src/app/new-detector.test.tsx",
  "src/features/billing/checkout/use-payment-setup.test.tsx",
];

/** What needs no page is tested without a browser's environment, which takes a second to make. */
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

/** Unit tests: no emulator, no network. What needs the stack lives in functions/test and web/e2e. */
export default defineConfig({
  test: {
    // The default leaves a core idle, which on two is half of the machine.
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
          // These bring the only part of the stack they need with them.
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
