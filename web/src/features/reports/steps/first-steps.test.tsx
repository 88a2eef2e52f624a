import { screen, waitFor, within } from "@testing-library/react";
import type { Replay } from "@contract/replay";
import type { Role } from "@contract/workspaces";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aBillingStatus, aSetup, aSummary, aUser } from "@/testing/builders";
import { aReport, aReportDetector, aRow } from "@/testing/report-builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const row = aRow({ entity: "Checkout Started" });
const report = aReport({
  comparedWith: null,
  rowsAnalysed: 3348,
  summary: aSummary({ alerts: 1, warnings: 0, passed: 8 }),
  window: { lastDay: "2026-11-23", timeZone: "America/New_York" },
  detectors: [
    aReportDetector("event_count_change", {
      severity: "alert",
      counts: { flagged: 1, new: 1 },
      topRows: [row],
    }),
  ],
});
const replayOf = (findings: Replay["days"][number]["findings"], change: Partial<Replay> = {}): Replay => ({
  id: "c1-000000000000000000000000",
  connectionId: "c1",
  selectedDetectors: aSetup().selectedDetectors,
  status: "done",
  createdAt: "2026-11-24T10:00:00.000Z",
  finishedAt: "2026-11-24T10:00:09.000Z",
  progress: { done: 28, total: 28 },
  error: null,
  dataFrom: "2026-10-01",
  days: ["2026-11-20", "2026-11-21"].map((day, at) => ({
    ...{ day, status: "complete", missing: [], ongoing: 0 },
    findings: at === 1 ? findings : [],
    newFindings: at === 1 ? findings.length : 0,
    hours: null,
  })),
  ...change,
});

beforeEach(() => {
  respondQuietly();
  respond("getRunReport", report);
  respond("getSetup", aSetup({ scheduleCron: "" }));
  respond("listChannels", []);
  respond("listRoutes", []);
  respond("listMembers", [
    {
      uid: "u1",
      email: "a@example.com",
      displayName: "Ada",
      role: "owner",
      joinedAt: "2026-11-01T00:00:00.000Z",
      emailNotifications: true,
    },
  ] as never);
  respond("listInvitations", []);
  respond("startReplay", replayOf([row]));
});
afterEach(() => localStorage.clear());

const as = (role: Role) => {
  const user = aUser();
  respond("getCurrentUser", { ...user, workspaces: user.workspaces.map((one) => ({ ...one, role })) });
};
const card = async () => {
  await screen.findByRole("region", { name: "Verdict" });
  return within(await screen.findByRole("region", { name: "Next steps" }));
};

it("says what a daily run would have told, its price, and how to be told and share it", async () => {
  await renderApp("/reports/r1");
  const steps = await card();
  expect(steps.getByText("0 of 3 done")).toBeVisible();
  expect(
    await steps.findByText(
      /a daily run would have told you about Checkout Started on Nov 22 at 06:00 AM \(America\/New_York\)\./,
    ),
  ).toBeVisible();
  expect(steps.getByText("$190.84 a month").parentElement).toHaveTextContent(
    "$190.84 a month: 101,835 billable checks, 3,348 a day.",
  );
  expect(steps.getByRole("link", { name: "Add Slack" })).toHaveAttribute(
    "href",
    "/settings/channels?add=slack",
  );
  expect(steps.getByRole("link", { name: "Add email" })).toHaveAttribute(
    "href",
    "/settings/channels?add=email",
  );
  expect(steps.getByRole("link", { name: "Invite" })).toHaveAttribute("href", "/settings/workspace?invite");
});

it("runs the setup daily in the project's time zone, and shows the step as done", async () => {
  const calls = respond("updateSetup", aSetup());
  const { user } = await renderApp("/reports/r1");
  const steps = await card();
  const button = await steps.findByRole("button", { name: "Run daily at 06:00 AM (America/New_York)" });
  await waitFor(() => expect(button).toBeEnabled());
  respond("getSetup", aSetup({ scheduleCron: "0 6 * * *", scheduleTimezone: "America/New_York" }));
  await user.click(button);
  expect(await steps.findByText("Runs by itself: Daily, 06:00 AM America/New_York")).toBeVisible();
  expect(steps.getByText("1 of 3 done")).toBeVisible();
  expect(calls[0]?.body).toEqual({
    scheduleCron: "0 6 * * *",
    scheduleTimezone: "America/New_York",
    status: "active",
  });
});

it("asks who can pay for a payment method first, and names the owner to everybody else", async () => {
  const unpaid = aBillingStatus({
    status: "free_quota_exhausted",
    freeQuotaUsed: 1,
    hasPaymentMethod: false,
  });
  respond("getBillingStatus", unpaid);
  const calls = respond("updateSetup", aSetup());
  const owner = await renderApp("/reports/r1");
  const button = await (await card()).findByRole("button", { name: /^Run daily/ });
  await waitFor(() => expect(button).toBeEnabled());
  expect(screen.queryByRole("dialog")).toBeNull();
  await owner.user.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: "Upgrade to Continue Processing Data" }));
  expect(await dialog.findByText("$190.84")).toBeVisible();
  expect(
    dialog.getByText(/^For 101,835 rows a month on the schedule you chose, if each run has/),
  ).toBeVisible();
  expect(calls).toHaveLength(0);
  owner.unmount();

  as("editor");
  await renderApp("/reports/r1");
  const steps = await card();
  expect(await steps.findByText(/owner/)).toBeVisible();
  expect(steps.queryByRole("button", { name: /^Run daily/ })).toBeNull();
  expect(steps.getByText("0 of 1 done")).toBeVisible();
});

it.each([
  ["nothing", replayOf([]), /a daily run would have found nothing in 4 weeks\./],
  [
    "other problems",
    replayOf([aRow({ entity: "Other" })]),
    /would have told you about 1 finding in 4 weeks\./,
  ],
])("says it if the replay found %s", async (_what, replay, text) => {
  respond("startReplay", replay);
  await renderApp("/reports/r1");
  expect(await (await card()).findByText(text)).toBeVisible();
});

it("says when an hourly run would have told, if hours are stored", async () => {
  const replay = replayOf([row]);
  const told = { day: replay.days[1]!.day, hour: "17:00" };
  const since = { ...told, hour: "14:00" };
  const days = replay.days.map((day, at) =>
    at === 1 ? { ...day, hours: [{ event: "Checkout Started", since, told }] } : day,
  );
  respond("startReplay", { ...replay, days });
  await renderApp("/reports/r1");
  expect(
    await (await card()).findByText(/an hourly run would have told you about .+ at 05:00 PM, a daily one on/),
  ).toBeVisible();
});

it("doesn't take the hours of an event for those of its property", async () => {
  const property = aRow({ detector: "event_property_stopped", entity: "plan", parent: "Checkout Started" });
  const replay = replayOf([property]);
  const told = { day: replay.days[1]!.day, hour: "17:00" };
  const hours = [{ event: "Checkout Started", since: told, told }];
  respond("getRunReport", {
    ...report,
    detectors: [aReportDetector("event_property_stopped", { severity: "alert", topRows: [property] })],
  });
  respond("startReplay", { ...replay, days: replay.days.map((day) => ({ ...day, hours })) });
  await renderApp("/reports/r1");
  expect(await (await card()).findByText(/would have told you about/)).not.toHaveTextContent("hourly");
});

it("says nothing of a replay that is impossible", async () => {
  fail("startReplay", 429);
  await renderApp("/reports/r1");
  await waitFor(async () => expect((await card()).queryByText(/Replay/)).toBeNull());
});

it("goes when it is closed, and when everything was done on an earlier visit", async () => {
  const app = await renderApp("/reports/r1");
  await app.user.click((await card()).getByRole("button", { name: "Close these steps" }));
  expect(screen.queryByRole("region", { name: "Next steps" })).toBeNull();
  app.unmount();
  await renderApp("/reports/r1");
  await screen.findByRole("region", { name: "Verdict" });
  expect(screen.queryByRole("region", { name: "Next steps" })).toBeNull();
});

it("isn't there for viewers, nor below later reports", async () => {
  as("viewer");
  const app = await renderApp("/reports/r1");
  await screen.findByRole("region", { name: "Verdict" });
  expect(screen.queryByRole("region", { name: "Next steps" })).toBeNull();
  app.unmount();
  as("owner");
  respond("getRunReport", aReport({ comparedWith: "2026-11-20T09:00:00.000Z" }));
  await renderApp("/reports/r1");
  await screen.findByRole("region", { name: "Verdict" });
  expect(screen.queryByRole("region", { name: "Next steps" })).toBeNull();
});
