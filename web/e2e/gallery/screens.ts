import { stagedFirstSync, stagedManyNames, stagedNames } from "./staged-names";
import { detectorKeys } from "@contract/detectors";
import type { Page } from "@playwright/test";
import { answer, change, cut, hold } from "../journeys/network";
import {
  cancelled,
  failed,
  failedResult,
  followedUp,
  followedUpCounts,
  partial,
  playAnalysis,
  playReport,
  quiet,
  quietResult,
  running,
  waitingResult,
} from "./staged-reports";
import {
  freeRunUsed,
  holdSignIn,
  logInBadly,
  openMenu,
  playActiveRun,
  playEveryStatus,
  playInvitation,
  playManySetups,
  press,
  replay,
  suggestions,
  toChecks,
  toSchedule,
  withSync,
  type Ids,
} from "./staging";

/** The account that views a screen. */
export type Role = "visitor" | "newcomer" | "stuck" | "demo";
/** What the demo account has, for the addresses. */

export type Screen = {
  name: string;
  as: Role;
  path: (ids: Ids) => string;
  /** Runs before the page opens: holds, cuts or changes answers. */
  stage?: (page: Page, ids: Ids) => Promise<unknown>;
  /** Runs after the page has loaded: what a person would click. */
  act?: (page: Page) => Promise<unknown>;
  /** Takes the picture while the page (its skeleton) or the whole app is still loading. */
  loading?: "page" | "app";
  /** If set, only taken at this width. */
  width?: number;
};

const invitationPath = "/auth/action?mode=acceptInvitation&token=from-a-mail";

const visitor: Screen[] = [
  { name: "landing", as: "visitor", path: () => "/" },
  { name: "use-cases", as: "visitor", path: () => "/use-cases" },
  { name: "security", as: "visitor", path: () => "/security" },
  { name: "sample-report", as: "visitor", path: () => "/demo" },
  { name: "sample-incident", as: "visitor", path: () => "/demo/incident" },
  { name: "sample-analysis", as: "visitor", path: () => "/demo/event_property_null_rate" },
  { name: "login", as: "visitor", path: () => "/login" },
  { name: "login-failed", as: "visitor", path: () => "/login", act: logInBadly },
  { name: "signup", as: "visitor", path: () => "/signup" },
  { name: "forgot-password", as: "visitor", path: () => "/forgot-password" },
  { name: "auth-action-invalid", as: "visitor", path: () => "/auth/action" },
  { name: "invitation", as: "visitor", path: () => invitationPath, stage: playInvitation({}) },
  {
    name: "invitation-with-account",
    as: "visitor",
    path: () => invitationPath,
    stage: playInvitation({ hasAccount: true }),
  },
  {
    name: "invitation-expired",
    as: "visitor",
    path: () => invitationPath,
    stage: playInvitation({ state: "expired" }),
  },
  { name: "privacy", as: "visitor", path: () => "/privacy" },
  { name: "terms", as: "visitor", path: () => "/terms" },
  { name: "not-found", as: "visitor", path: () => "/nothing/here" },
  { name: "menu-signed-out", as: "visitor", path: () => "/login", act: openMenu, width: 360 },
];

const newcomer: Screen[] = [
  { name: "onboarding", as: "newcomer", path: () => "/" },
  { name: "connections-first", as: "newcomer", path: () => "/connections" },
  { name: "setups-empty", as: "newcomer", path: () => "/setups" },
  { name: "wizard-no-connection", as: "newcomer", path: () => "/setup-wizard" },
  { name: "runs-empty", as: "newcomer", path: () => "/runs" },
  { name: "data-settings-no-connection", as: "newcomer", path: () => "/data-settings" },
  { name: "settings-free", as: "newcomer", path: () => "/settings" },
  { name: "settings-channel-unverified", as: "newcomer", path: () => "/settings/channels?add=slack" },
  { name: "onboarding-second-step", as: "stuck", path: () => "/" },
  { name: "connection-failed", as: "stuck", path: (ids) => `/connection-status/${ids.stuckConnectionId}` },
  { name: "connections-failed", as: "stuck", path: () => "/connections" },
  { name: "connection-unknown", as: "newcomer", path: () => "/connection-status/unknown-connection" },
  {
    name: "upgrade-modal",
    as: "newcomer",
    path: () => "/setups",
    stage: (page) => answer(page, "/api/v1/billing/status", freeRunUsed),
  },
];

const demo: Screen[] = [
  { name: "loading", as: "demo", path: () => "/", stage: holdSignIn, loading: "app" },
  { name: "dashboard", as: "demo", path: () => "/" },
  {
    name: "dashboard-loading",
    as: "demo",
    path: () => "/",
    stage: (page) => hold(page, "/api/v1/setups"),
    loading: "page",
  },
  { name: "dashboard-api-down", as: "demo", path: () => "/", stage: (page) => cut(page, "/api/v1/setups") },
  {
    name: "invitation-for-another",
    as: "demo",
    path: () => invitationPath,
    stage: playInvitation({}),
  },
  { name: "menu-signed-in", as: "demo", path: () => "/setups", act: openMenu, width: 360 },
  { name: "connections", as: "demo", path: () => "/connections" },
  { name: "connections-edit", as: "demo", path: (ids) => `/connections?edit=${ids.connectionId}` },
  { name: "connections-delete", as: "demo", path: () => "/connections", act: press("Delete connection") },
  { name: "connection-verified", as: "demo", path: (ids) => `/connection-status/${ids.connectionId}` },
  {
    name: "connection-verifying",
    as: "demo",
    path: (ids) => `/connection-status/${ids.connectionId}`,
    stage: async (page, ids) => {
      await change(page, `/api/v1/mixpanel/connections/${ids.connectionId}`, (it: object) => ({
        ...it,
        status: "pending",
      }));
      await hold(page, `/api/v1/mixpanel/connections/${ids.connectionId}/verify`);
    },
  },
  { name: "data-settings", as: "demo", path: () => "/data-settings" },
  { name: "whats-new-demo", as: "demo", path: () => "/data-settings/new" },
  {
    name: "whats-new-empty",
    as: "demo",
    path: () => "/data-settings/new",
    stage: (page) =>
      change(page, "/api/v1/names", () => ({
        ...stagedFirstSync,
        counts: { ...stagedNames.counts, new: 0 },
      })),
  },
  {
    name: "whats-new",
    as: "demo",
    path: () => "/data-settings/new",
    stage: (page) => change(page, "/api/v1/names", () => stagedNames),
  },
  {
    name: "whats-new-first-sync",
    as: "demo",
    path: () => "/data-settings/new",
    stage: (page) => change(page, "/api/v1/names", () => stagedFirstSync),
  },
  {
    name: "whats-new-many",
    as: "demo",
    path: () => "/data-settings/new",
    stage: (page) => change(page, "/api/v1/names", () => stagedManyNames),
  },
  {
    name: "data-settings-changed",
    as: "demo",
    path: () => "/data-settings",
    act: async (page) => {
      await page.getByRole("list", { name: "Events" }).getByRole("button").nth(1).click();
      await page.getByRole("switch").nth(3).click();
    },
  },
  {
    name: "data-settings-segments",
    as: "demo",
    path: () => "/data-settings",
    act: async (page) => {
      await page.getByRole("button", { name: "Change segments" }).click();
      await page.getByRole("checkbox").first().check();
    },
  },
  {
    name: "data-settings-syncing",
    as: "demo",
    path: () => "/data-settings",
    stage: (page) => change(page, "/api/v1/data-settings", withSync("running", null)),
  },
  {
    name: "data-settings-sync-failed",
    as: "demo",
    path: () => "/data-settings",
    stage: (page) =>
      change(page, "/api/v1/data-settings", withSync("failed", "Rate limit exceeded; wait before retrying.")),
  },
  { name: "setups", as: "demo", path: () => "/setups" },
  {
    name: "setups-loading",
    as: "demo",
    path: () => "/setups",
    stage: (page) => hold(page, "/api/v1/setups"),
    loading: "page",
  },
  { name: "setups-running", as: "demo", path: () => "/setups", stage: playActiveRun },
  { name: "setups-delete", as: "demo", path: () => "/setups", act: press("Delete") },
  { name: "setups-at-size", as: "demo", path: () => "/setups", stage: playManySetups },
  {
    name: "setups-at-size-menu",
    as: "demo",
    path: () => "/setups?result=failed&sort=-month",
    stage: playManySetups,
    act: (page) => page.getByRole("button", { name: "More for Core funnel 9" }).click(),
  },
  { name: "setup", as: "demo", path: (ids) => `/setups/${ids.setupId}` },
  {
    name: "setup-suggestions",
    as: "demo",
    path: (ids) => `/setups/${ids.setupId}`,
    stage: (page, ids) => answer(page, `/api/v1/setups/${ids.setupId}/suggestions`, suggestions),
    act: replay,
  },
  { name: "setup-running", as: "demo", path: (ids) => `/setups/${ids.setupId}`, stage: playActiveRun },
  { name: "setup-unknown", as: "demo", path: () => "/setups/unknown-setup" },
  { name: "wizard-1-basic-info", as: "demo", path: () => "/setups/new" },
  { name: "wizard-2-checks", as: "demo", path: () => "/setups/new", act: toChecks },
  {
    name: "wizard-2-replay",
    as: "demo",
    path: () => "/setups/new",
    act: async (page) => {
      await toChecks(page);
      await replay(page);
    },
  },
  { name: "wizard-3-schedule", as: "demo", path: () => "/setups/new", act: toSchedule },
  { name: "setup-edit", as: "demo", path: (ids) => `/setups/${ids.setupId}/edit` },
  { name: "runs", as: "demo", path: () => "/runs" },
  { name: "runs-of-setup", as: "demo", path: (ids) => `/setups/${ids.setupId}/runs` },
  { name: "runs-every-status", as: "demo", path: () => "/runs", stage: playEveryStatus },
  {
    name: "runs-loading",
    as: "demo",
    path: () => "/runs",
    stage: (page) => hold(page, "/api/v1/runs"),
    loading: "page",
  },
  { name: "report", as: "demo", path: (ids) => `/reports/${ids.runId}` },
  {
    name: "report-new-names",
    as: "demo",
    path: (ids) => `/reports/${ids.runId}`,
    stage: (page) => change(page, "/api/v1/names", () => stagedNames),
    act: (page) => page.getByRole("link", { name: "What's new" }).waitFor(),
  },
  ...Object.entries({ failed, partial, cancelled, running, quiet, "followed-up": followedUp }).map(
    ([name, edit]): Screen => ({
      name: `report-${name}`,
      as: "demo",
      path: (ids) => `/reports/${ids.runId}`,
      stage: playReport(edit),
    }),
  ),
  {
    name: "report-loading",
    as: "demo",
    path: (ids) => `/reports/${ids.runId}`,
    stage: (page, ids) => hold(page, `/api/v1/runs/${ids.runId}/report`),
    loading: "page",
  },
  { name: "report-unknown", as: "demo", path: () => "/reports/unknown-run" },
  ...detectorKeys.map((key): Screen => ({
    name: `analysis-${key.replaceAll("_", "-")}`,
    as: "demo",
    path: (ids) => `/reports/${ids.runId}/${key}`,
  })),
  ...([0, 1, 2, 3] as const).map((row): Screen => ({
    name: `analysis-followed-up-${row}`,
    as: "demo",
    path: (ids) => `/reports/${ids.runId}/event_count_change?row=${row}`,
    stage: playAnalysis("event_count_change", followedUpCounts),
  })),
  ...Object.entries({ normal: quietResult, inconclusive: waitingResult, failed: failedResult }).map(
    ([name, edit]): Screen => ({
      name: `analysis-${name}`,
      as: "demo",
      path: (ids) => `/reports/${ids.runId}/user_profile_count_change`,
      stage: playAnalysis("user_profile_count_change", edit),
    }),
  ),
  ...(["event_count_change", "event_property_null_rate", "event_property_distribution"] as const).map(
    (key): Screen => ({
      name: `analysis-table-${key.replaceAll("_", "-")}`,
      as: "demo",
      path: (ids) => `/reports/${ids.runId}/${key}`,
      act: press("View as table"),
    }),
  ),
  {
    name: "analysis-hours",
    as: "demo",
    path: (ids) => `/reports/${ids.runId}/event_count_change`,
    act: press("Show hours"),
  },
  {
    name: "analysis-loading",
    as: "demo",
    path: (ids) => `/reports/${ids.runId}/event_count_change`,
    stage: (page, ids) => hold(page, `/api/v1/runs/${ids.runId}/detectors/event_count_change`),
    loading: "page",
  },
  { name: "incidents", as: "demo", path: () => "/incidents" },
  {
    name: "incidents-selected",
    as: "demo",
    path: () => "/incidents",
    act: async (page) => {
      await page.getByRole("main").getByRole("listitem").first().waitFor();
      for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
    },
  },
  {
    name: "incidents-nothing-open",
    as: "demo",
    path: () => "/incidents",
    stage: (page) => answer(page, "/api/v1/incidents", []),
  },
  { name: "incidents-no-match", as: "demo", path: () => "/incidents?text=refund" },
  {
    name: "incidents-loading",
    as: "demo",
    path: () => "/incidents",
    stage: (page) => hold(page, "/api/v1/incidents"),
    loading: "page",
  },
  { name: "incident", as: "demo", path: (ids) => `/incidents/${ids.incidentId}` },
  { name: "settings", as: "demo", path: () => "/settings" },
  ...["profile", "notifications", "workspace", "tokens", "audit"].map((section): Screen => ({
    name: `settings-${section}`,
    as: "demo",
    path: () => `/settings/${section}`,
  })),
  { name: "settings-channels", as: "demo", path: () => "/settings/channels" },
  { name: "settings-channel-kinds", as: "demo", path: () => "/settings/channels", act: press("Add channel") },
  { name: "settings-channel", as: "demo", path: () => "/settings/channels?add=github" },
  { name: "settings-route", as: "demo", path: () => "/settings/channels", act: press("Add route") },
  {
    name: "settings-route-tickets",
    as: "demo",
    path: () => "/settings/channels",
    act: async (page) => {
      const rows = page.getByRole("list", { name: "Routes" }).getByRole("listitem");
      await rows.filter({ hasText: "One issue per incident" }).first().getByRole("button").click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
    },
  },
  { name: "settings-cancel-billing", as: "demo", path: () => "/settings", act: press("Cancel Billing") },
];

/** Every screen and its notable states, in the order in which a person encounters them. */
export const screens: readonly Screen[] = [...visitor, ...newcomer, ...demo];
