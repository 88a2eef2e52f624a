import { defineConfig } from "vitest/config";

/** Unit tests: no emulator, no network. What needs the stack lives in functions/test and web/e2e. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "functions", include: ["functions/src/**/*.test.ts"], environment: "node" } },
      { test: { name: "emulators", include: ["emulators/src/**/*.test.ts"], environment: "node" } },
      { test: { name: "bench", include: ["bench/src/**/*.test.ts"], environment: "node" } },
      {
        extends: "web/vite.config.ts",
        test: {
          name: "web",
          root: "web",
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["src/testing/setup.ts"],
        },
      },
    ],
  },
});
