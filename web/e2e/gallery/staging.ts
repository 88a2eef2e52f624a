import type { DataSettings } from "@contract/data-settings";
import type { BillingEstimate } from "@contract/billing";
import { checksCents, monthlyCost } from "@contract/prices/check-usage";
import { standardTiers } from "@contract/prices/tier-costs";
import type { ActiveRun, Run, RunOutcome, SetupResults } from "@contract/runs";
import type { Setup, SetupSuggestion } from "@contract/setups";
import { workspaceIdSchema, type InvitationPreview } from "@contract/workspaces";
import type { Page } from "@playwright/test";
import { aSummary } from "../../src/testing/builders";
import { answer, change } from "../journeys/network";

/** Ids of what the accounts in the pictures own. */
export type Ids = {
  connectionId: string;
  setupId: string;
  runId: string;
  incidentId: string;
  stuckConnectionId: string;
};

export const freeRunUsed = {
  status: "free_quota_exhausted",
  freeQuotaUsed: 1,
  freeQuotaLimit: 1,
  hasPaymentMethod: false,
  totalUsage: 0,
  cancelAt: null,
};

export const playInvitation = (state: Partial<InvitationPreview>) => (page: Page) =>
  answer(page, "/api/v1/invitations/preview", {
    email: "lena.fischer@example.com",
    role: "editor",
    invitedBy: "Maya Brandt",
    state: "open",
    workspaceId: workspaceIdSchema.parse("shop"),
    workspaceName: "Storefront",
    members: 4,
    initials: ["MB", "JW", "ML"],
    hasAccount: false,
    ...state,
  } satisfies InvitationPreview);

/**
 * A hundred setups of four projects, every seventh paused, every fifth without a schedule. One is running, some have
 * failed, and some have run only a few times or never.
 */
export async function playManySetups(page: Page, { setupId, runId }: Ids) {
  const idOf = (place: number) => (place === 0 ? setupId : `setup-${place}`);
  const isScheduled = (place: number) => place % 7 !== 6 && place % 5 !== 4;
  const places = Array.from({ length: 100 }, (_, place) => place);
  await playActiveRun(page, { setupId: idOf(5), runId });
  await answer(
    page,
    "/api/v1/runs/by-setup",
    places.map((place) => manyResults(idOf(place), place)),
  );
  const schedules = places.filter(isScheduled).map((place) => {
    const rowsPerRun = 40 + ((place * 97) % 900);
    return {
      setupId: idOf(place),
      rowsPerRun,
      schedule: { cron: "0 6 * * *", includeWeekends: true, checks: rowsPerRun },
    };
  });
  const month = monthlyCost(
    standardTiers,
    schedules.map(({ schedule }) => schedule),
  );
  await answer(page, "/api/v1/billing/estimate", {
    setups: schedules.map(({ setupId, rowsPerRun, schedule }) => ({
      setupId,
      name: setupId,
      runsPerMonth: 365 / 12,
      rowsPerRun,
      basis: "last-run",
      monthlyCost: checksCents(standardTiers, monthlyCost(standardTiers, [schedule]).checks),
    })),
    monthlyRows: month.checks,
    monthlyCost: month.cents,
    forecast: null,
    currency: "usd",
  } satisfies BillingEstimate);
  await change<Setup[]>(page, "/api/v1/setups", ([first]) =>
    places.map((place) => {
      const project = ["Storefront production", "Storefront EU", "Marketplace", "Partner portal"][place % 4]!;
      const connectionId = `${first!.connectionId}-${place % 4}`;
      return {
        ...first,
        id: idOf(place),
        name: `${["Core funnel", "Search", "Checkout", "Growth", "Retention"][place % 5]} ${1 + Math.floor(place / 5)}`,
        connectionId,
        connection: { ...first!.connection, id: connectionId, projectName: project },
        status: place % 7 === 6 ? "paused" : "active",
        ...(place % 5 === 4
          ? { scheduleCron: "", nextRunAt: null }
          : { scheduleCron: "0 6 * * *", scheduleTimezone: "UTC", nextRunAt: hoursAgo(-19) }),
      };
    }),
  );
}

function manyResults(setupId: string, place: number): SetupResults {
  const failure = {
    code: "credentials",
    message: "Mixpanel rejected the service account. Check its secret.",
  };
  const lengths = [14, 14, 14, 5, 14, 14, 2, 14, 0, 14];
  const outcomes = Array.from({ length: lengths[place % 10]! }, (_, back): RunOutcome => {
    if (place % 11 === 7 && back < 3) return "failed";
    if (place % 4 === 0 && back < 3) return "alert";
    if (place % 6 === 1 && back === 0) return "warning";
    return (place + back) % 13 === 5 ? "warning" : "normal";
  });
  const [outcome] = outcomes;
  if (!outcome) return { setupId, last: null, outcomes };
  const counts = {
    alert: { alerts: 1 + (place % 8), warnings: place % 3 },
    warning: { warnings: 1 + (place % 2) },
    normal: {},
    failed: {},
  };
  return {
    setupId,
    outcomes,
    last: {
      id: `run-${place}`,
      status: outcome === "failed" ? "failed" : "completed",
      finishedAt: hoursAgo(5),
      summary: outcome === "failed" ? null : aSummary(counts[outcome]),
      error: outcome === "failed" ? failure : null,
    },
  };
}

/** Presses the first button with a name. */
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

/**
 * Holds the request to the identity provider about the stored session, which the app waits for before it
 * shows anything.
 */
export const holdSignIn = (page: Page) => page.route(/accounts:lookup/, () => new Promise<void>(() => {}));

export async function playActiveRun(page: Page, { setupId, runId }: Pick<Ids, "setupId" | "runId">) {
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
  await page
    .getByText(/billable checks? per run/)
    .or(page.getByText("first schema sync"))
    .waitFor();
}

export async function toSchedule(page: Page) {
  await toChecks(page);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("radio", { name: "Daily" }).check();
}

export async function replay(page: Page) {
  await page.getByRole("button", { name: "Replay the last 4 weeks" }).click();
  await page.getByRole("heading", { name: /findings? in \d+ days?/ }).waitFor();
}

export const suggestions: SetupSuggestion[] = [
  { kind: "threshold", detector: "event_count_change", percent: 45, falseAlarms: 3 },
  { kind: "exclusion", event: "Product List Filtered", property: "sort_order", falseAlarms: 2 },
];

export const withSync =
  (status: "running" | "failed", errorMessage: string | null) => (settings: DataSettings) => ({
    ...settings,
    latestSync: { status, startedAt: new Date().toISOString(), errorMessage },
  });

/** One run in each status, one of them active. */
export async function playEveryStatus(page: Page, ids: Ids) {
  await playActiveRun(page, ids);
  await change<Run[]>(page, "/api/v1/runs", (runs) =>
    runs.slice(0, 1).flatMap((run) => everyStatus(run, ids)),
  );
}

function everyStatus(run: Run, { runId }: Ids): Run[] {
  const before = {
    ...run,
    startedAt: null,
    finishedAt: null,
    summary: null,
    rowsAnalysed: null,
    rowsCounted: null,
  };
  const at = (hour: number, seconds: number) => ({
    startedAt: hoursAgo(hour),
    finishedAt: new Date(Date.parse(hoursAgo(hour)) + seconds * 1000).toISOString(),
  });
  const some = aSummary();
  return [
    { ...before, id: "pending", status: "pending", progress: { step: "", done: 0, total: null } },
    { ...before, id: runId, status: "running", startedAt: hoursAgo(0) },
    { ...run, id: "alert", ...at(2, 252), summary: aSummary({ alerts: 3, warnings: 2, passed: 4 }) },
    { ...run, id: "normal", ...at(26, 58), summary: some },
    { ...run, id: "partial", status: "partial", ...at(50, 91), summary: { ...some, passed: 8, failed: 1 } },
    { ...before, id: "failed", status: "failed", ...at(74, 12) },
    { ...before, id: "cancelled", status: "cancelled", ...at(98, 33) },
    { ...run, id: "long", ...at(122, 3_780), summary: { ...some, passed: 8, inconclusive: 1 } },
  ];
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
