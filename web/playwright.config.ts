import { defineConfig } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "./e2e/chromium";

/** Journeys through the whole stack in a real browser; `e2e/stack.ts` starts it with empty data on free ports. */
export default defineConfig({
  testDir: "./e2e",
  globalSetup: "./e2e/stack.ts",
  outputDir: "./test-results",
  // One browser and one stack share two cores.
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    acceptDownloads: true,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [...chromiumArgs],
    },
  },
});
