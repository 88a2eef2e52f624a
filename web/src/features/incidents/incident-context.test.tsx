import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { IncidentContext } from "@contract/integrations/project-context";
import { fail, hang, respond } from "@/testing/api-server";
import { about, aConnection, anIncident, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { aCountSeries, aDetectorResult, aRow } from "@/testing/report-builders";

const context: IncidentContext = {
  usedBy: {
    readAt: "2026-11-20T06:00:00.000Z",
    isComplete: true,
    summary: { counts: { dashboard: 1, funnel: 1 }, views: 252 },
    objects: [
      {
        kind: "dashboard",
        name: "Checkout health",
        owner: "Ana Torres",
        views: 214,
        modifiedAt: null,
        parentName: null,
        url: "https://mixpanel.com/project/1/app/boards#id=7001",
      },
      {
        kind: "funnel",
        name: "Cart to order",
        owner: "Jonas",
        views: 38,
        modifiedAt: null,
        parentName: "Growth",
        url: null,
      },
    ],
  },
  changes: [
    {
      kind: "release",
      day: "2026-11-17",
      daysAfterOnset: -1,
      hoursAfterOnset: null,
      title: "Android 4.2.0 released",
      detail: null,
      url: "https://example.com/4.2.0",
      isMostLikely: true,
    },
    {
      kind: "annotation",
      day: "2026-11-18",
      daysAfterOnset: 0,
      hoursAfterOnset: null,
      title: "Annotation “Checkout v2 live”",
      detail: "By Jonas Weber in Mixpanel.",
      url: null,
      isMostLikely: false,
    },
  ],
  window: { from: "2026-11-16", to: "2026-11-20" },
  mixpanelUrl: "https://mixpanel.com/project/1/app/events",
};

const result = aDetectorResult({
  rows: [
    aRow({
      series: aCountSeries(),
      incident: { id: "i1", isKnown: false, state: "ongoing", rank: "0", sameDayChange: null, now: null },
    }),
  ],
});

beforeEach(() => {
  respondQuietly();
  respond("getCurrentUser", aUser());
  respond("listConnections", [aConnection()]);
  respond("listMembers", []);
  respond("getIncident", anIncident());
  respond("getDetectorResult", result);
});

const card = async (title: string) =>
  within((await screen.findByRole("heading", { name: title })).closest("section")!);

describe("the incident page", () => {
  it("keeps room for its chart while that loads", async () => {
    hang("getDetectorResult");
    await renderApp("/incidents/i1");
    expect(await screen.findByRole("status", { name: "Loading the chart" })).toHaveAttribute("aria-busy");
  });

  it("says why it has no chart, and loads it again on request", async () => {
    fail("getDetectorResult", 500);
    const { user } = await renderApp("/incidents/i1");
    expect(await screen.findByText("Unable to load the chart")).toBeVisible();
    respond("getDetectorResult", result);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("application", { name: /^Events per day/ })).toBeVisible();
  });

  it("says that the chart was deleted with its report", async () => {
    fail("getDetectorResult", 404);
    await renderApp("/incidents/i1");
    expect(await screen.findByText("The chart was deleted with its report.")).toBeVisible();
  });

  it("shows what uses the broken event and what changed around then, without claiming a cause", async () => {
    respond("getIncidentContext", context);
    await renderApp("/incidents/i1");
    const uses = await card("Who uses it");
    expect(uses.getByText("1 dashboard, 1 funnel")).toBeVisible();
    expect(uses.getByRole("link", { name: /Checkout health/ })).toHaveAttribute(
      "href",
      "https://mixpanel.com/project/1/app/boards#id=7001",
    );
    expect(uses.getByText("Jonas, on Growth")).toBeVisible();
    expect(uses.getByText("38 views")).toBeVisible();
    const changes = await card("What changed around then");
    const items = changes.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(items).toEqual([
      expect.stringMatching(/The day before the first bad day\..*Most likely$/),
      expect.stringMatching(/On the first bad day\. By Jonas Weber in Mixpanel\.$/),
    ]);
    expect(screen.getByRole("link", { name: /Open in Mixpanel/ })).toHaveAttribute(
      "href",
      context.mixpanelUrl,
    );
    expect(screen.getByRole("button", { name: "Copy event name" })).toBeVisible();
  });

  it("says so if nothing uses it and nothing changed", async () => {
    respond("getIncidentContext", {
      ...context,
      usedBy: { ...context.usedBy!, summary: { counts: {}, views: 0 }, objects: [] },
      changes: [],
    });
    await renderApp("/incidents/i1");
    expect(await screen.findByText(/No dashboard, report, cohort or alert uses it/)).toBeVisible();
    expect(screen.getByText(/No release, .* between Nov 16 and Nov 20/)).toBeVisible();
  });

  it("names its connection among several, the cause's segment, the change of the day and what to do", async () => {
    respond("listConnections", [aConnection(), aConnection({ id: "c2", projectName: "Delivery app" })]);
    const { finding } = anIncident();
    const sameDayChange = { kind: "annotation", name: "Checkout v2 live" } as const;
    respond("getIncident", anIncident({ finding: { ...finding, sameDayChange } }));
    await renderApp("/incidents/i1");
    expect(await screen.findByText(/^the day of “Checkout v2 live”, open since Nov/)).toBeVisible();
    const head = screen.getByRole("heading", { level: 1 }).closest("header")!;
    expect(await within(head).findByText("Storefront production")).toBeVisible();
    expect(head).toHaveTextContent("$os = Android");
    const steps = (await screen.findByRole("heading", { name: "What to do" })).nextElementSibling;
    expect(steps).toHaveTextContent(/No property value stands out among the missing events.*Data Settings/);
  });

  it("is unchanged if that can't be read", async () => {
    fail("getIncidentContext", 503);
    await renderApp("/incidents/i1");
    expect(await screen.findByRole("heading", { name: "Activity" })).toBeVisible();
    expect(screen.queryByText("Who uses it")).toBeNull();
  });
});

it("the inbox keeps the stored ranking when uses arrive, and says what is widely used", async () => {
  const { timeline: _timeline, ...incident } = anIncident();
  const named = (id: string, entity: string, rank: string) =>
    about({ ...incident, id, finding: { ...incident.finding, rank } }, { entity });
  respond("listIncidents", [named("i1", "Rare", "0 0"), named("i2", "Common", "0 1")]);
  const use = (views: number) => ({ counts: { dashboard: 4 }, views });
  respond("listUses", {
    readAt: "2026-11-20T06:00:00.000Z",
    isComplete: true,
    events: [
      { event: "Rare", use: use(3) },
      { event: "Common", use: use(1_200) },
    ],
    eventProperties: [],
    userProperties: [],
  });
  await renderApp("/incidents");
  const [, common] = await screen.findAllByText("4 dashboards");
  expect(common).toHaveTextContent("widely used by 4 dashboards");
  const links = screen
    .getAllByRole("link", { name: /^(Common|Rare) / })
    .map(({ textContent }) => textContent);
  expect(links).toEqual([expect.stringMatching(/^Rare/), expect.stringMatching(/^Common/)]);
});

it("the inbox shows what uses the broken event", async () => {
  const { timeline: _timeline, ...incident } = anIncident();
  respond("listIncidents", [incident]);
  respond("listUses", {
    readAt: "2026-11-20T06:00:00.000Z",
    isComplete: true,
    events: [{ event: incident.entity, use: { counts: { dashboard: 2, funnel: 1 }, views: 340 } }],
    eventProperties: [],
    userProperties: [],
  });
  await renderApp("/incidents");
  expect(await screen.findByText("2 dashboards, 1 funnel")).toHaveTextContent(
    "used by 2 dashboards, 1 funnel",
  );
});
