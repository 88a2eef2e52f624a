import type { DataSettings } from "@contract/data-settings";
import type { ActiveRun, Run } from "@contract/runs";
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

/** A hundred setups of four projects, every seventh paused, every fifth without a schedule. */
export const playManySetups = (page: Page) =>
  change<Setup[]>(page, "/api/v1/setups", ([first]) =>
    Array.from({ length: 100 }, (_, place) => {
      const project = ["Storefront production", "Storefront EU", "Marketplace", "Partner portal"][place % 4]!;
      const connectionId = `${first!.connectionId}-${place % 4}`;
      return {
        ...first,
        id: place === 0 ? first!.id : `setup-${place}`,
        name: `${["Core funnel", "Search", "Checkout", "Growth", "Retention"][place % 5]} ${1 + Math.floor(place / 5)}`,
        connectionId,
        connection: { ...first!.connection, id: connectionId, projectName: project },
        status: place % 7 === 6 ? "paused" : "active",
        ...(place % 5 === 4 ? { scheduleCron: "", nextRunAt: null } : {}),
      };
    }),
  );

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
