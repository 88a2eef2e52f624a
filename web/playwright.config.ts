import { defineConfig } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "./e2e/stack/chromium";

/**
 * Journeys that set their own width, or whose screens are looked at in both widths elsewhere. Single tests of the kind, of
 * what the server answers for instance, have the tag `@one-width`.
 */
const atOneWidth =
  /(accessibility|account|billing|failures|headers|main-job|tokens|workspaces|wrong-secret)\.spec\.ts$/;

/** Looks at every page with axe, for layout shifts and sideways scrolling. */
const everyPage = /every-page\.spec\.ts$/;

/** Journeys through the whole stack in a real browser; `e2e/stack/global-setup.ts` starts it with empty data on free ports. */
export default defineConfig({
  testDir: "./e2e/journeys",
  globalSetup: "./e2e/stack/global-setup.ts",
  outputDir: "./test-results",
  // Two browsers and one stack share two cores; a person or a project belongs to one test.
  workers: 2,
  fullyParallel: true,
  // Guards against hangs, not measures: a busy machine may take its time.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: Number(process.env.PLUMBLINE_TEST_RETRIES ?? 0),
  reporter: [["list"], ["./e2e/stack/flaky-tests.ts"]],
  use: {
    locale: "en-US",
    actionTimeout: 60_000,
    acceptDownloads: true,
    // Drawing animations without a graphics card takes processor time, and tests wait for their end.
    reducedMotion: "reduce",
    // Traces slow every test down; `--trace on` asks for them.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [...chromiumArgs],
    },
  },
  projects: [
    { name: "1280", use: { viewport: { width: 1280, height: 800 } }, testIgnore: everyPage },
    {
      name: "360",
      use: { viewport: { width: 360, height: 740 } },
      testIgnore: [everyPage, atOneWidth],
      grepInvert: /@one-width/,
    },
    // These set the width themselves.
    { name: "every-page", testMatch: everyPage },
  ],
});
