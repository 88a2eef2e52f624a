import type { DataSettings } from "@contract/data-settings";
import type { ActiveRun, RunReport } from "@contract/runs";
import type { Page } from "@playwright/test";
import { answer, change } from "../network";
import type { Ids } from "./screens";

export const freeRunUsed = {
  status: "free_quota_exhausted",
  freeQuotaUsed: 1,
  freeQuotaLimit: 1,
  hasPaymentMethod: false,
  totalUsage: 0,
  cancelAt: null,
};

/** Presses the first button of a name. */
export function press(name: string) {
  return (page: Page) => page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
}

export async function logInBadly(page: Page) {
  await page.getByLabel("Email").fill("demo@plumbline.dev");
  await page.getByLabel("Password").fill("not-the-password");
  await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
  await page.getByText("Sign in failed").waitFor();
}

export const openMenu = (page: Page) => page.getByRole("button", { name: "Open menu" }).click();

/** The identity provider is asked about the stored session before the app shows anything. */
export const holdSignIn = (page: Page) => page.route(/accounts:lookup/, () => new Promise<void>(() => {}));

export async function playActiveRun(page: Page, { setupId, runId }: Ids) {
  const run: ActiveRun = {
    id: runId,
    status: "running",
    setupId,
    startedAt: new Date(Date.now() - 42_000).toISOString(),
    progress: { step: "Reading days", done: 41, total: 63 },
  };
  await answer(page, "/api/v1/runs/active", [run]);
}

export async function toChecks(page: Page) {
  await page.getByLabel("Setup name").fill("Core funnel tracking");
  await page.getByRole("button", { name: "Next" }).click();
  for (const name of ["Event count spike/drop", "Event stopped flowing", "User property distribution shift"])
    await page.getByRole("checkbox", { name }).check();
  await page.getByText("rows it would analyse").or(page.getByText("first schema sync")).waitFor();
}

export async function toSchedule(page: Page) {
  await toChecks(page);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Frequency").selectOption("daily");
}

export const withSync =
  (status: "running" | "failed", errorMessage: string | null) => (settings: DataSettings) => ({
    ...settings,
    latestSync: { status, startedAt: new Date().toISOString(), errorMessage },
  });

export function playReport(edit: (report: RunReport) => RunReport) {
  return (page: Page, { runId }: Ids) => change(page, `/api/v1/runs/${runId}/report`, edit);
}

export const failed = (report: RunReport): RunReport => ({
  ...report,
  status: "failed",
  summary: null,
  detectors: [],
  error: {
    code: "mixpanel-credentials",
    message: "The credentials were rejected; confirm the service account username and secret.",
  },
});

export const partial = (report: RunReport): RunReport => ({
  ...report,
  status: "partial",
  summary: report.summary && { ...report.summary, alerts: 5, warnings: 0, failed: 4 },
  detectors: report.detectors.map((detector) =>
    detector.id.startsWith("user_")
      ? {
          ...detector,
          severity: "failed",
          topRows: [],
          counts: { ...detector.counts, flagged: 0, alerts: 0, warnings: 0, new: 0 },
          reason: "The service account may not read user profiles; give it the Admin role and run again.",
        }
      : detector,
  ),
});
