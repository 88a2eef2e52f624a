import { describe, expect, it } from "vitest";
import type { Finding } from "../../contract/findings/finding.js";
import { type NearbyChange, nearnessText } from "../../contract/integrations/project-context.js";
import type { SavedItems, SavedList } from "../../ports/mixpanel-saved.js";
import { MixpanelError } from "../../ports/mixpanel-error.js";
import { hourMs, dayMs } from "../../common/time.js";
import { ada } from "../../testing/tenants.js";
import { testApp, type TestApp, verifiedConnection } from "../../testing/test-app.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { openedBy } from "../incidents/apply-run.js";
import { enqueueProjectContext } from "../connections/enqueue-project-context.js";
import { findSameDayChange, hoursAfterOnset } from "./find-same-day-change.js";
import { readProjectContext } from "./read-project-context.js";
import { recordVersions } from "../runs/steps/record-versions.js";

const item = { owner: "Ana", views: 10, modifiedAt: "2026-11-01T00:00:00.000Z" };
const show = (name: string, filters: object[] = []) => ({
  sections: {
    show: [{ type: "metric", behavior: { type: "event", name, filters }, measurement: { math: "total" } }],
  },
});
const bookmark = (id: string, definition: unknown, more: Partial<SavedItems["bookmarks"]> = {}) => ({
  ...item,
  id,
  name: `Report ${id}`,
  type: "insights",
  dashboardId: null,
  definition,
  ...more,
});

async function started() {
  const app = testApp();
  const connectionId = await verifiedConnection(app, "ada");
  app.mixpanel.saved = {
    dashboards: [
      {
        ...item,
        id: "1",
        name: "Checkout health",
        views: 214,
        definition: { breakdowns: [{ value: "$os", resourceType: "events" }] },
      },
    ],
    bookmarks: [
      bookmark("11", show("Checkout"), { dashboardId: "1", views: 5 }),
      bookmark("12", show("Checkout", [{ value: "method", resourceType: "events" }]), {
        type: "funnels",
        views: 40,
      }),
      bookmark("13", show("$all_events", [{ value: "utm", resourceType: "events" }]), { views: 0 }),
      bookmark("14", show("Checkout"), { type: "something-new" }),
    ],
    cohorts: [
      {
        ...item,
        id: "2",
        name: "Premium",
        views: null,
        definition: { selector: { children: [{ property: "user", value: "plan" }] } },
      },
    ],
    alerts: [{ ...item, id: "3", name: "Down", views: null, bookmarkId: "11" }],
    annotations: [
      { ...item, id: "4", name: "Checkout v2 live", owner: "Jonas", at: "2026-11-17 00:00:00" },
      { ...item, id: "5", name: "Long ago", owner: null, at: "2026-10-01" },
    ],
  };
  const read = () => readProjectContext(app, { workspaceId: ada, connectionId });
  const get = async (path: string) =>
    (await app.as("ada").get(`/api/v1/mixpanel/connections/${connectionId}/${path}`).expect(200)).body;
  return { app, connectionId, read, get };
}

async function incidentOf(app: TestApp, connectionId: string, finding: object, subject: object = {}) {
  const opened = openedBy(
    {
      id: "i1",
      key: "k",
      connectionId,
      subject: { kind: "event", event: "Checkout" },
      entity: "Checkout",
      parent: null,
      segment: null,
      direction: -1,
      ...subject,
    },
    {
      kind: "flagged",
      effect: 60,
      isOver: false,
      isOngoing: false,
      finding: {
        found: incidentRecord("i1", connectionId).finding.found,
        rank: "0",
        sameDayChange: null,
        headline: "Checkout −60%",
        severity: "alert",
        detector: "event_count_change",
        firstBadDay: "2026-11-16",
        observed: 40,
        expected: 100,
        changePct: -60,
        thresholdPct: 30,
        cause: null,
        causeSegment: null,
        reason: "",
        runId: "r1",
        recentDays: null,
        ...finding,
      },
    },
    { id: "r1", lastTestedDay: "2026-11-17", endedAt: "2026-11-18T06:00:00.000Z" },
  );
  await app.incidents.change(ada, "i1", () => opened);
  return async () => (await app.as("ada").get("/api/v1/incidents/i1/context").expect(200)).body;
}

const described = { properties: [], describedProperties: [], isDescribed: false };

describe("who uses it", () => {
  it("is not known before the first reading", async () => {
    const { get } = await started();
    expect(await get("who-uses?event=Checkout")).toEqual({
      readAt: null,
      isComplete: false,
      summary: { counts: {}, views: 0 },
      objects: [],
    });
  });

  it("is listed for events, their properties and user properties, most viewed first, with links", async () => {
    const { read, get } = await started();
    await read();
    const users = await get("who-uses?event=Checkout");
    expect(users).toMatchObject({
      isComplete: true,
      summary: { counts: { dashboard: 1, funnel: 1, report: 1, alert: 1 }, views: 259 },
    });
    expect(
      users.objects.map(({ name, url, parentName }: { name: string; url: string; parentName: string }) => [
        name,
        url,
        parentName,
      ]),
    ).toEqual([
      ["Checkout health", "https://mixpanel.com/project/1000001/app/boards#id=1", null],
      ["Report 12", "https://mixpanel.com/project/1000001/app/funnels#view/12", null],
      ["Report 11", "https://mixpanel.com/project/1000001/app/insights#report/11", "Checkout health"],
      ["Down", null, "Report 11"],
    ]);
    const names = async (path: string) => (await get(path)).objects.map(({ name }: { name: string }) => name);
    expect(await names("who-uses?event=Checkout&property=method")).toEqual(["Report 12"]);
    expect(await names("who-uses?event=Other&property=method")).toEqual([]);
    expect(await names("who-uses?event=Other&property=utm")).toEqual(["Report 13"]);
    expect(await names("who-uses?event=Checkout&property=%24os")).toEqual(["Checkout health"]);
    expect(await names("who-uses?property=plan")).toEqual(["Premium"]);
    expect((await get("uses")).events).toEqual([
      { event: "Checkout", use: { counts: { dashboard: 1, funnel: 1, report: 1, alert: 1 }, views: 259 } },
    ]);
  });

  it("is found by name", async () => {
    const { app, connectionId } = await started();
    await app.as("ada").get(`/api/v1/mixpanel/connections/${connectionId}/who-uses`).expect(400);
  });

  it("is read once per day and connection, with nine requests", async () => {
    const { app, read } = await started();
    await read();
    await read();
    app.clock.advance(19 * hourMs);
    await read();
    expect([
      ...app.mixpanel.listsAsked,
      ...app.mixpanel.calls.filter((call) => call === "lexicon"),
    ]).toHaveLength(9);
    app.clock.advance(2 * hourMs);
    await read();
    expect(app.mixpanel.listsAsked).toHaveLength(16);
  });

  it("sends no more requests that day after too many requests", async () => {
    const { app, read } = await started();
    app.mixpanel.savedFailures.set(
      "dashboards",
      new MixpanelError("busy", "saved dashboards", "429", { status: 429 }),
    );
    await read();
    await read();
    expect(app.mixpanel.listsAsked).toEqual(["bookmarks", "dashboards"]);
  });

  it("keeps earlier data if a list fails temporarily, and does without lists that are refused", async () => {
    const { app, read, get } = await started();
    await read();
    app.clock.advance(dayMs);
    app.mixpanel.saved = {};
    app.mixpanel.savedFailures.set("bookmarks", new MixpanelError("unavailable", "saved bookmarks", "500"));
    await read();
    expect((await get("who-uses?event=Checkout")).summary.views).toBe(259);
    app.clock.advance(dayMs);
    app.mixpanel.savedFailures.set("bookmarks", new MixpanelError("no-access", "saved bookmarks", "403"));
    await read();
    expect(await get("who-uses?event=Checkout")).toMatchObject({ readAt: null, isComplete: false });
  });

  it("is deleted with the connection, even during a reading", async () => {
    const { app, connectionId, read } = await started();
    await read();
    const stored = () => app.objects.list(`workspaces/${ada}/connections/`);
    expect((await stored()).objects).not.toEqual([]);
    app.clock.advance(dayMs);
    app.mixpanel.before = async () => {
      app.mixpanel.before = async () => undefined;
      await app.as("ada").delete(`/api/v1/mixpanel/connections/${connectionId}`).expect(204);
    };
    await read();
    expect((await stored()).objects).toEqual([]);
  });

  it("can be enqueued without ever failing the caller", async () => {
    const { app, connectionId } = await started();
    await enqueueProjectContext(app, ada, connectionId);
    await enqueueProjectContext(app, ada, connectionId);
    expect(app.queue.of("readProjectContext")).toHaveLength(1);
    app.queue.isDown = true;
    await enqueueProjectContext(app, ada, connectionId);
  });
});

describe("what changed near an incident", () => {
  it("is listed by distance in days: releases, versions, annotations, Lexicon, exclusions and setups", async () => {
    const { app, connectionId, read } = await started();
    const connection = await app.connections.get(ada, connectionId);
    await read();
    for (const body of [
      {
        version: "4.2.0",
        platform: "Android",
        at: "2026-11-16T15:00:00.000Z",
        url: "https://example.com/4.2.0",
      },
      { version: "4.1.0", at: "2026-11-10T15:00:00.000Z" },
    ])
      await app.as("ada").post("/api/v1/releases").send(body).expect(201);
    await recordVersions(app, ada, connection, {
      versions: [
        { day: "2026-11-15", name: '"4.2.0"', platform: '"Android"' },
        { day: "2026-11-14", name: '"4.1.9"', platform: null },
        { day: "2026-10-15", name: '"3.0.0"', platform: null },
        { day: "2026-11-15", name: null, platform: null },
      ],
    });
    app.clock.advance(-hourMs);
    const context = await incidentOf(app, connectionId, {});
    const { changes, window, mixpanelUrl } = await context();
    expect(window).toEqual({ from: "2026-11-14", to: "2026-11-18" });
    expect(mixpanelUrl).toBe("https://mixpanel.com/project/1000001/app/events");
    const quiet = { detail: null, url: null, isMostLikely: false };
    expect(changes).toEqual([
      {
        ...quiet,
        kind: "release",
        day: "2026-11-16",
        daysAfterOnset: 0,
        hoursAfterOnset: null,
        title: "Android 4.2.0 released",
        url: "https://example.com/4.2.0",
      },
      {
        ...quiet,
        kind: "version",
        day: "2026-11-15",
        daysAfterOnset: -1,
        hoursAfterOnset: null,
        title: "Version 4.2.0 reached 5% of Android events",
      },
      {
        ...quiet,
        kind: "annotation",
        day: "2026-11-17",
        daysAfterOnset: 1,
        hoursAfterOnset: null,
        title: "Annotation “Checkout v2 live”",
        detail: "By Jonas in Mixpanel.",
      },
      {
        ...quiet,
        kind: "version",
        day: "2026-11-14",
        daysAfterOnset: -2,
        hoursAfterOnset: null,
        title: "Version 4.1.9 reached 5% of the events",
      },
    ]);
  });

  const android = { dimension: "$os", value: "Android" };
  const version = (value: string) => ({ dimension: "app_version", value });
  const part = { part: 0.97, usual: 0.33 };
  const cause = { property: "$os", values: [{ value: "Android", ...part }], ...part, others: [] };
  const titles = ["Android 4.2.0 released", "Version 4.2.0 reached 5% of Android events"];
  it.each<[string, Partial<Finding>, string[]]>([
    ["the finding's segment, its platform by the cause", { segment: version("4.2.0"), cause }, titles],
    ["the cause, with its platform", { version: { segment: version("4.2.0"), platform: android } }, titles],
    [
      "the cause of another platform",
      { version: { segment: version("4.2.0"), platform: { ...android, value: "iOS" } } },
      [],
    ],
    ["a cause with a longer version", { version: { segment: version("4.2.0.1"), platform: android } }, []],
    ["a cause without a version", { cause }, []],
  ])("is most likely a version that is named by %s", async (_, change, expected) => {
    const { app, connectionId } = await started();
    const connection = await app.connections.get(ada, connectionId);
    const release = { version: "4.2.0", platform: "Android" };
    for (const at of ["2026-11-16T15:00:00.000Z", "2026-11-17T15:00:00.000Z"])
      await app
        .as("ada")
        .post("/api/v1/releases")
        .send({ ...release, at })
        .expect(201);
    await recordVersions(app, ada, connection, {
      versions: [{ day: "2026-11-15", name: '"4.2.0"', platform: '"Android"' }],
    });
    const found = { ...incidentRecord("i1", connectionId, { entity: "Checkout" }).finding.found, ...change };
    const { changes } = await (await incidentOf(app, connectionId, { found }))();
    const likely = changes.filter(({ isMostLikely }: { isMostLikely: boolean }) => isMostLikely);
    expect(likely.map(({ title }: { title: string }) => title)).toEqual(expected);
  });

  it("says how many hours a release was before the hour in which it began", async () => {
    const { app, connectionId } = await started();
    const release = async (version: string, at: string) =>
      app.as("ada").post("/api/v1/releases").send({ version, at }).expect(201);
    await release("4.2.0", "2026-11-01T16:10:00.000Z");
    await release("4.1.0", "2026-11-01T05:30:00.000Z");
    await release("4.3.0", "2026-11-01T20:00:00.000Z");
    const found: Finding = {
      ...incidentRecord("i1", connectionId).finding.found,
      since: "2026-11-01",
      onset: { day: "2026-11-01", hour: "14:00" },
    };
    const context = await incidentOf(app, connectionId, { found, firstBadDay: "2026-11-01" });
    const { changes } = await context();
    expect(changes.map(({ title, hoursAfterOnset }: NearbyChange) => [title, hoursAfterOnset])).toEqual([
      ["Version 4.3.0 released", 1],
      ["Version 4.2.0 released", -3],
      ["Version 4.1.0 released", -14],
    ]);
    expect(changes.map(nearnessText)).toEqual([
      "1 hour after the first bad hour",
      "3 hours before the first bad hour",
      "on the first bad day",
    ]);
    const changeOf = await findSameDayChange(app, ada, connectionId);
    expect(changeOf(found)).toEqual({ kind: "release", name: "4.2.0", hoursBefore: 3 });
    expect(changeOf({ ...found, onset: null })).toEqual({ kind: "release", name: "4.3.0" });
    expect(changeOf({ ...found, onset: { day: "2026-11-01", hour: "01:00" } })).toEqual({
      kind: "release",
      name: "4.1.0",
      hoursBefore: 0,
    });
    // Clocks went back at 2:00 in New York, so 14:00 is 13 hours after the first 2:00.
    expect(hoursAfterOnset(found, "America/New_York", "2026-11-01T06:00:00.000Z")).toBe(-13);
  });

  it("is counted from the evening before the first bad day if the event stopped then", async () => {
    const { app, connectionId } = await started();
    const release = { version: "4.2.0", at: "2026-11-16T15:00:00.000Z" };
    await app.as("ada").post("/api/v1/releases").send(release).expect(201);
    const { found } = incidentRecord("i1", connectionId, { entity: "Checkout" }).finding;
    const of = { found: { ...found, since: "2026-11-16", segment: version("4.2.0") } };
    const evening = { found: { ...of.found, onset: { day: "2026-11-15", hour: "18:00" } } };
    const shown = [];
    for (const finding of [of, evening])
      shown.push((await (await incidentOf(app, connectionId, finding))()).changes);
    expect(shown).toMatchObject([
      [{ daysAfterOnset: 0, isMostLikely: true }],
      [{ daysAfterOnset: 1, isMostLikely: false }],
    ]);
  });

  it("includes Lexicon changes of this event, and not of others", async () => {
    const { app, connectionId, read } = await started();
    const entry = { kind: "event" as const, ...described, isHidden: false, isDropped: false };
    app.mixpanel.lexiconEntries = [{ ...entry, name: "Checkout" }];
    await read();
    app.clock.advance(dayMs);
    app.mixpanel.lexiconEntries = [
      { ...entry, name: "Checkout", isDropped: true },
      { ...entry, name: "Other", isHidden: true },
    ];
    await read();
    const context = await incidentOf(app, connectionId, { firstBadDay: "2026-11-19" });
    expect((await context()).changes.filter(({ kind }: { kind: string }) => kind === "lexicon")).toEqual([
      {
        kind: "lexicon",
        day: "2026-11-19",
        daysAfterOnset: 0,
        hoursAfterOnset: null,
        title: "Checkout dropped in Lexicon",
        detail: "Changed between 2026-11-18 and 2026-11-19.",
        url: null,
        isMostLikely: false,
      },
    ]);
  });

  it("is empty without a first bad day, and nobody uses the number of profiles", async () => {
    const { app, connectionId } = await started();
    const context = await incidentOf(
      app,
      connectionId,
      { firstBadDay: null, detector: "user_profile_count_change" },
      { subject: { kind: "profiles", which: "new" } },
    );
    expect(await context()).toEqual({
      usedBy: null,
      changes: [],
      window: null,
      mixpanelUrl: "https://mixpanel.com/project/1000001/app/users",
    });
  });

  it("keeps names as people wrote them, however odd they are", async () => {
    const { app, connectionId, read } = await started();
    const name = `É\u2028“\u{1f4b3}”${"x".repeat(200)}`;
    await read();
    app.clock.advance(dayMs);
    app.mixpanel.lexiconEntries = [{ kind: "event", ...described, isHidden: true, isDropped: false, name }];
    await read();
    const context = await incidentOf(
      app,
      connectionId,
      { firstBadDay: "2026-11-20" },
      { subject: { kind: "event", event: name } },
    );
    expect((await context()).changes).toMatchObject([
      { kind: "lexicon", title: `${name} hidden in Lexicon` },
    ]);
  });
});

it.each<SavedList>([
  "bookmarks",
  "dashboards",
  "cohorts",
  "custom_events",
  "custom_properties",
  "metrics",
  "alerts",
  "annotations",
])("unreadable %s leave the rest unchanged", async (list) => {
  const { app, read, get } = await started();
  app.mixpanel.savedFailures.set(list, new MixpanelError("not-found", list, "404", { status: 404 }));
  await read();
  expect((await get("who-uses?event=Checkout")).isComplete).toBe(list === "annotations");
  expect(app.mixpanel.listsAsked).toHaveLength(8);
});
