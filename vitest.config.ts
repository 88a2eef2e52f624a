import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** A guard against hangs, not a measure: a busy machine may take its time. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

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
          include: ["functions/src/**/*.test.ts", "functions/test/{billing,deploy}/*.test.ts"],
          environment: "node",
          ...patience,
        },
      },
      {
        test: {
          name: "emulators",
          include: ["emulators/src/**/*.test.ts"],
          environment: "node",
          ...patience,
        },
      },
      { test: { name: "cli", include: ["cli/src/**/*.test.ts"], environment: "node", ...patience } },
      { test: { name: "lint", include: ["lint/*.test.ts"], environment: "node", ...patience } },
      { test: { name: "bench", include: ["bench/src/**/*.test.ts"], environment: "node", ...patience } },
      {
        extends: "web/vite.config.ts",
        test: {
          name: "web",
          root: "web",
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          ...patience,
          setupFiles: ["src/testing/setup.ts"],
        },
      },
      {
        extends: "web/vite.config.ts",
        test: {
          name: "web-build",
          root: "web",
          include: ["build/*.test.ts"],
          environment: "node",
          ...patience,
        },
      },
    ],
  },
});
