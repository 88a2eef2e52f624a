import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Incident } from "@contract/incidents";
import { fail, hang, heldBack, respond } from "@/testing/api-server";
import { about, aConnection, anIncident, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { aCountSeries, aDetectorResult, aRow, aSegmentRow } from "@/testing/report-builders";

const { timeline: _timeline, ...open } = anIncident();
const stopped: Incident = about(
  {
    ...open,
    id: "i2",
    detectorState: "recovered",
    finding: { ...open.finding, headline: "Coupon Applied stopped on Nov 18" },
  },
  { entity: "Coupon Applied", detector: "event_stopped" },
);
const muted: Incident = { ...open, id: "i3", status: "muted", mute: { until: "worse" } };
const ana = { uid: "u2", email: "ana@example.com", displayName: "Ana", role: "editor" as const };

beforeEach(() => {
  respondQuietly();
  respond("getCurrentUser", aUser());
  respond("listConnections", [aConnection()]);
  respond("listMembers", [{ ...ana, joinedAt: "2026-11-01T00:00:00.000Z", emailNotifications: true }]);
  respond("listIncidents", ({ query }) => (query.get("closed") === "true" ? [] : [open, muted, stopped]));
  respond("getIncident", anIncident());
  const incident = {
    id: "i1",
    isKnown: false,
    state: "ongoing" as const,
    rank: "0",
    sameDayChange: null,
    now: null,
  };
  respond(
    "getDetectorResult",
    aDetectorResult({ rows: [aRow(), aRow({ series: aCountSeries(), incident })] }),
  );
});

const rows = () =>
  within(screen.getByRole("main"))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the inbox", () => {
  it("lists open incidents in the order of the server, and filters by text", async () => {
    const app = await renderApp("/incidents");
    await screen.findByRole("link", { name: /^Checkout Started/ });
    expect(rows()).toEqual([
      expect.stringContaining("Checkout Started"),
      expect.stringContaining("Coupon Applied"),
    ]);
    await app.user.type(screen.getByRole("searchbox"), "coupon");
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(app.location()).toContain("text=coupon");
  });

  it("draws the last days, flagged ones in the severity's color", async () => {
    const { container } = await renderApp("/incidents");
    await screen.findByRole("link", { name: /^Checkout Started/ });
    const bars = [...container.querySelectorAll("main li svg[viewBox='0 0 112 28'] rect")].slice(0, 5);
    expect(bars.map((bar) => bar.getAttribute("fill"))).toEqual([
      ...Array<string>(3).fill("var(--chakra-colors-chart-baseline)"),
      ...Array<string>(2).fill("var(--chakra-colors-alert-solid)"),
    ]);
  });

  it("names a property and its event, in types that any name fits", async () => {
    const plan = about(open, {
      entity: "plan",
      parent: "(mix)",
      detector: "event_property_null_rate",
    });
    respond("listIncidents", ({ query }) => (query.get("closed") === "true" ? [] : [plan]));
    await renderApp("/incidents");
    expect(await screen.findByRole("link", { name: /^plan missing on .* of \(mix\)/ })).toBeVisible();
  });

  it("keeps the status in the URL", async () => {
    const app = await renderApp("/incidents?status=muted");
    expect(await screen.findByText(/Muted until it gets worse/)).toBeVisible();
    await app.user.click(screen.getByRole("radio", { name: /^Closed/ }));
    expect(await screen.findByText("Nothing closed")).toBeVisible();
    expect(app.location()).toContain("status=closed");
  });

  it("filters by check, segment and assignee, kept in the URL", async () => {
    const segment = { dimension: "$os", value: "Android" };
    const taken = { ...open, id: "i5", segment, assignee: { uid: "u2", name: "Ana" } };
    const ios = { ...open, id: "i6", segment: { ...segment, value: "iOS" } };
    respond("listIncidents", ({ query }) => (query.get("closed") === "true" ? [] : [taken, ios, stopped]));
    const app = await renderApp("/incidents?check=event_count_change");
    expect(await screen.findByRole("combobox", { name: "Check" })).toHaveValue("event_count_change");
    expect(rows()).toHaveLength(2);
    await app.user.selectOptions(screen.getByRole("combobox", { name: "Segment" }), "$os = Android");
    expect(rows()).toEqual([expect.stringContaining("Assigned to Ana")]);
    await app.user.selectOptions(screen.getByRole("combobox", { name: "Assigned to" }), "Nobody");
    expect(await screen.findByText("No open incidents match")).toBeVisible();
    expect(app.location()).toContain("assignee=nobody");
    await app.user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    // All have the same connection, so there is nothing to choose.
    expect(screen.queryByRole("combobox", { name: "Connection" })).toBeNull();
  });

  it("loads further pages until one matches the tab or filter", async () => {
    // Each request is a page; only the third has a muted incident.
    let pages = 0;
    respond("listIncidents", () => (++pages < 3 ? [open] : [muted]), { "X-Next-Cursor": "next" });
    await renderApp("/incidents?status=muted");
    expect(await screen.findByText(/Muted until it gets worse/)).toBeVisible();
    expect(pages).toBeGreaterThan(2);
    expect(screen.getByRole("button", { name: "Load more" })).toBeVisible();
  });

  it("undoes an action with the toast's button and with Ctrl Z, restoring each incident", async () => {
    const calls = respond("changeIncidents", { incidents: [open], refused: [] });
    const actions = () => calls.map(({ body }) => body);
    const app = await renderApp("/incidents");
    await screen.findByRole("link", { name: /^Checkout Started/ });
    await app.user.keyboard("ja");
    await app.user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Undone")).toBeVisible();
    // Acknowledging had also assigned it.
    expect(actions()).toEqual([
      { ids: ["i1"], action: { kind: "acknowledge" } },
      { ids: ["i1"], action: { kind: "reopen" } },
      { ids: ["i1"], action: { kind: "assign", uid: null } },
    ]);
    calls.length = 0;
    await app.user.click(screen.getByRole("radio", { name: "Muted 1" }));
    await app.user.click(await screen.findByRole("checkbox", { name: `Select ${muted.finding.headline}` }));
    await app.user.click(screen.getByRole("button", { name: "Unmute" }));
    await screen.findByText("Incident reopened");
    await app.user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText("Undone")).toBeVisible();
    expect(actions()).toEqual([
      { ids: ["i3"], action: { kind: "reopen" } },
      { ids: ["i3"], action: { kind: "reopen" } },
      { ids: ["i3"], action: { kind: "mute", mute: { until: "worse" } } },
    ]);
  });

  it("acknowledges several at once, assigns the unassigned ones, and undoes both", async () => {
    const me = { uid: aUser().firebaseUid, name: aUser().displayName };
    const theirs: Incident = { ...stopped, assignee: { uid: "u2", name: "Ana" } };
    const taken = [
      { ...open, status: "acknowledged" as const, assignee: me },
      { ...theirs, status: "acknowledged" as const },
    ];
    respond("listIncidents", ({ query }) => (query.get("closed") === "true" ? [] : [open, theirs]));
    const calls = respond("changeIncidents", { incidents: taken, refused: [] });
    const { user } = await renderApp("/incidents");
    await screen.findByRole("link", { name: /^Checkout Started/ });
    await user.keyboard("jxjxa");
    expect(await screen.findByText("2 incidents acknowledged")).toBeVisible();
    expect(screen.getByText("1 assigned to you.")).toBeVisible();
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText("Undone")).toBeVisible();
    expect(calls.slice(1).map(({ body }) => body)).toEqual([
      { ids: ["i1", "i2"], action: { kind: "reopen" } },
      { ids: ["i1"], action: { kind: "assign", uid: null } },
    ]);
  });

  it("closes several at once and says what was refused", async () => {
    const calls = respond("changeIncidents", {
      incidents: [open],
      refused: [{ id: "i2", userMessage: "Jonas Weber closed it a minute ago." }],
    });
    const app = await renderApp("/incidents");
    for (const name of [open, stopped].map(({ finding }) => `Select ${finding.headline}`))
      await app.user.click(await screen.findByRole("checkbox", { name }));
    const bar = screen.getByRole("toolbar", { name: "Selected incidents" });
    expect(bar).toHaveTextContent("2 selected");
    await app.user.click(within(bar).getByRole("button", { name: "Close" }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Fixed" }));
    expect(await screen.findByText("Unable to close 1 of 2 incidents")).toBeVisible();
    expect(screen.getByText("Jonas Weber closed it a minute ago.")).toBeVisible();
    expect(calls[0]!.body).toEqual({ ids: ["i1", "i2"], action: { kind: "close", reason: "fixed" } });
    // Those that were closed can be undone.
    const undone = respond("changeIncidents", { incidents: [open], refused: [] });
    await app.user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText("Undone")).toBeVisible();
    expect(undone[0]!.body).toEqual({ ids: ["i1"], action: { kind: "reopen" } });
  });

  it("works by keyboard, and shows a change before the server responds", async () => {
    const app = await renderApp("/incidents");
    const link = await screen.findByRole("link", { name: /^Checkout Started/ });
    await app.user.click(screen.getByRole("radio", { name: "Open 2" }));
    await app.user.keyboard("j");
    expect(link).toHaveFocus();
    await app.user.keyboard("jkx");
    expect(screen.getByRole("checkbox", { name: `Select ${open.finding.headline}` })).toBeChecked();
    await app.user.keyboard("m");
    expect(await screen.findByRole("menuitem", { name: "Until it gets worse" })).toBeVisible();
    // While typing, letters are not shortcuts.
    await app.user.keyboard("j{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    link.focus();
    await app.user.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await app.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    hang("changeIncidents");
    await app.user.keyboard("a");
    await waitFor(() => expect(rows()).toEqual([expect.stringContaining("Coupon Applied")]));
  });

  it("selects a range by keyboard, and all incidents", async () => {
    const many = ["a", "b", "c", "d"].map((id, at) =>
      about({ ...open, id, createdAt: `2026-11-2${at}T09:00:00.000Z` }, { entity: `Event ${id}` }),
    );
    respond("listIncidents", ({ query }) => (query.get("closed") === "true" ? [] : many));
    const app = await renderApp("/incidents");
    const links = await screen.findAllByRole("link", { name: /^Event/ });
    links[1]!.focus();
    await app.user.keyboard("xjj{Shift>}X{/Shift}");
    const bar = screen.getByRole("toolbar", { name: "Selected incidents" });
    expect(within(bar).getByText("3 selected")).toBeVisible();
    await app.user.click(within(bar).getByRole("button", { name: "Select all 4" }));
    expect(within(bar).getByText("4 selected")).toBeVisible();
    expect(within(bar).queryByRole("button", { name: /Select all/ })).toBeNull();
  });

  it("reverts a change that failed", async () => {
    fail("changeIncidents", 500);
    const app = await renderApp("/incidents");
    await screen.findByRole("link", { name: /^Checkout Started/ });
    await app.user.keyboard("ja");
    expect(await screen.findByText("Unable to acknowledge the incident")).toBeVisible();
    expect(rows()).toHaveLength(2);
  });

  it("offers a viewer nothing to select", async () => {
    respond("getCurrentUser", aUser({ workspaces: [{ ...aUser().workspaces[0]!, role: "viewer" }] }));
    await renderApp("/incidents");
    await screen.findByRole("link", { name: /^Checkout Started/ });
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("says so when it cannot be loaded", async () => {
    fail("listIncidents", 500);
    await renderApp("/incidents");
    expect(await screen.findByText("Unable to load incidents")).toBeVisible();
  });
});

const usualHours = {
  expected: Array<number>(24).fill(68),
  low: Array<number>(24).fill(50),
  high: Array<number>(24).fill(86),
};
const contextWithRelease = {
  usedBy: null,
  changes: [
    {
      kind: "release" as const,
      day: "2026-11-18",
      daysAfterOnset: 0,
      hoursAfterOnset: -3,
      title: "Version 4.2.0 released",
      detail: null,
      url: null,
      isMostLikely: false,
    },
  ],
  window: { from: "2026-11-16", to: "2026-11-20" },
  mixpanelUrl: "https://mixpanel.com/project/1",
};

describe("an incident", () => {
  it("is assigned to the user who acknowledges it", async () => {
    hang("changeIncidents");
    const { user } = await renderApp("/incidents/i1");
    expect(await screen.findByText("Nobody")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Acknowledge" }));
    expect(await screen.findByText(aUser().displayName, { selector: "dd *" })).toBeVisible();
  });

  it("is acknowledged, assigned and commented on", async () => {
    const calls = respond("changeIncidents", { incidents: [open], refused: [] });
    const app = await renderApp("/incidents/i1");
    expect(await screen.findByRole("heading", { level: 1, name: open.finding.headline })).toBeVisible();
    expect(await screen.findByText("Events per day")).toBeVisible();
    expect(screen.getByRole("link", { name: "View analysis" })).toHaveAttribute(
      "href",
      "/reports/r1/event_count_change?row=1",
    );
    await app.user.click(screen.getByRole("button", { name: "Acknowledge" }));
    expect(await screen.findByText("Incident acknowledged")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Assign" }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Ana" }));
    await app.user.type(screen.getByRole("textbox", { name: "Comment" }), "Fix is on its way.");
    await app.user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Comment" })).toHaveValue(""));
    expect(calls.map(({ body }) => (body as { action: object }).action)).toEqual([
      { kind: "acknowledge" },
      { kind: "assign", uid: "u2" },
      { kind: "comment", text: "Fix is on its way.", id: expect.any(String) },
    ]);
  });

  it("of hours shows them, until when they were tested and what follows", async () => {
    const { finding } = open;
    const figures = {
      rule: "hours" as const,
      observed: 0,
      expected: 310,
      fromHour: "14:00",
      hours: 4,
      untilHour: "18:00",
      ofDay: { observed: [...Array<number>(14).fill(60), 0, 0, 0, 0], ...usualHours },
      ofDayBefore: { observed: Array<number>(24).fill(70), ...usualHours },
      arriving: [21, 4],
    };
    const change = { kind: "release" as const, name: "4.2.0", hoursBefore: 3 };
    respond("getIncidentContext", contextWithRelease);
    const incident = {
      id: "i1",
      isKnown: false,
      state: "new" as const,
      rank: "0",
      sameDayChange: change,
      now: null,
    };
    respond("getDetectorResult", aDetectorResult({ rows: [aRow({ series: aCountSeries(), incident })] }));
    const headline = "No Checkout Started since 14:00 (310 expected in 4 hours)";
    respond(
      "getIncident",
      anIncident({
        finding: {
          ...finding,
          headline,
          sameDayChange: change,
          found: { ...finding.found, figures, until: "2026-11-18" },
        },
      }),
    );
    const { user } = await renderApp("/incidents/i1");
    expect(await screen.findByRole("heading", { level: 1, name: headline })).toBeVisible();
    const chart = screen.getByRole("application", { name: /^Events per hour, tested until 18:00/ });
    expect(screen.getByText("Still arriving")).toBeVisible();
    expect(
      screen.getByText("Tested until 18:00: 840 events so far, 1,224 expected once all have arrived"),
    ).toBeVisible();
    const days = await screen.findByRole("application", { name: /^Events per day, Nov 18 until 18:00/ });
    expect(chart.compareDocumentPosition(days)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    chart.focus();
    await user.keyboard("{ArrowLeft}");
    expect(within(chart).getByRole("status")).toHaveTextContent(
      "Nov 18, 16:00, observed 0, expected 68, range 50–86",
    );
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(within(chart).getByRole("status")).toHaveTextContent("Nov 18, 18:00, observed 21, still arriving");
    expect(screen.getByRole("row", { name: "Nov 18, 19:00 4, still arriving 68 50–86" })).toBeInTheDocument();
    expect(screen.getByRole("row", { name: "Nov 18, 15:00 0 68 50–86" })).toBeInTheDocument();
    expect(screen.getByRole("row", { name: "Nov 18, 20:00 — 68 50–86" })).toBeInTheDocument();
    expect(screen.getByRole("row", { name: "Nov 17, 15:00 70 68 50–86" })).toBeInTheDocument();
    expect(screen.getByText("3 hours after 4.2.0, open since", { exact: false })).toBeVisible();
    expect(await screen.findByText("3 hours before the first bad hour.", { exact: false })).toBeVisible();
    expect(screen.getAllByText("Version 4.2.0 released", { selector: "text" })).toHaveLength(2);
    expect(screen.getByText("Nov 18, 2026, 14:00")).toBeVisible();
    expect(screen.getByText(/The result for the whole day replaces this one/)).toBeVisible();
  });

  it("of days opens the hours of its first day, with the release before it", async () => {
    const ofDay = { observed: Array<number>(24).fill(60), ...usualHours };
    const hours = {
      day: "2026-11-17",
      hours: 10,
      untilHour: "24:00",
      ofDay,
      ofDayBefore: ofDay,
      arriving: [],
    };
    const incident = {
      id: "i1",
      isKnown: false,
      state: "new" as const,
      rank: "0",
      sameDayChange: null,
      now: null,
    };
    respond("getIncidentContext", contextWithRelease);
    respond(
      "getDetectorResult",
      aDetectorResult({ rows: [aRow({ series: aCountSeries(), hours, incident })] }),
    );
    const { user } = await renderApp("/incidents/i1");
    await user.click(await screen.findByRole("button", { name: "Show hours" }));
    expect(screen.getByRole("row", { name: "Nov 17, 15:00 60 68 50–86" })).toBeInTheDocument();
    expect(screen.getAllByText("Version 4.2.0 released", { selector: "text" })).toHaveLength(2);
  });

  it("shows where it comes from, and goes to the next one by keyboard", async () => {
    const incident = {
      id: "i1",
      isKnown: false,
      state: "ongoing" as const,
      rank: "0",
      sameDayChange: null,
      now: null,
    };
    respond("getDetectorResult", aDetectorResult({ rows: [{ ...aSegmentRow(), incident }] }));
    const app = await renderApp("/incidents/i1");
    expect(await screen.findByRole("heading", { name: "Where the missing values come from" })).toBeVisible();
    expect(screen.getByRole("list", { name: "By $os" })).toBeVisible();
    respond("getIncident", anIncident(stopped));
    await app.user.keyboard("j");
    expect(await screen.findByRole("heading", { level: 1, name: stopped.finding.headline })).toBeVisible();
    expect(app.location()).toBe("/incidents/i2");
    respond("getIncident", anIncident());
    await app.user.keyboard("k");
    await waitFor(() => expect(app.location()).toBe("/incidents/i1"));
  });

  it("leads back to its row in the list by keyboard", async () => {
    respond("getIncident", anIncident(stopped));
    const app = await renderApp("/incidents?assignee=nobody");
    await app.user.click(await screen.findByRole("link", { name: /^Coupon Applied/ }));
    await screen.findByRole("heading", { level: 1, name: stopped.finding.headline });
    await app.user.keyboard("u");
    await waitFor(() => expect(screen.getByRole("link", { name: /^Coupon Applied/ })).toHaveFocus());
    expect(app.location()).toBe("/incidents?assignee=nobody");
  });

  it("shows its history in words", async () => {
    const at = "2026-11-21T08:00:00.000Z";
    const actor = { uid: "u2", name: "Ana" };
    const line = (kind: "acknowledged" | "muted" | "closed" | "assigned", text: string, id: string) => ({
      id,
      at,
      actor,
      kind,
      text,
      runId: null,
    });
    respond(
      "getIncident",
      anIncident({
        timeline: [
          line("acknowledged", "", "000000"),
          line("assigned", "Ana", "000001"),
          line("muted", "worse", "000002"),
          line("closed", "false_alarm", "000003"),
        ],
      }),
    );
    await renderApp("/incidents/i1");
    for (const text of [
      "Ana acknowledged it and assigned it to themselves",
      "Ana muted it until it gets worse",
      "Ana closed it as a false alarm",
    ])
      expect(await screen.findByText((_, element) => element?.textContent === text)).toBeVisible();
  });

  /** Number keys reach a menu only once it has the focus, a moment after it is shown. */
  const menuWithFocus = () => waitFor(() => expect(screen.getByRole("menu")).toHaveFocus());

  it("is muted and closed with number keys; for a segment's root incident, doesn't ask about later runs", async () => {
    const calls = respond("changeIncidents", { incidents: [open], refused: [] });
    respond(
      "getIncident",
      about(anIncident(), { entity: "$os = Android", segment: { dimension: "$os", value: "Android" } }),
    );
    const { user } = await renderApp("/incidents/i1");
    await screen.findByRole("button", { name: "Mute until…" });
    await user.keyboard("m");
    await menuWithFocus();
    await user.keyboard("4");
    expect(await screen.findByText("Muted until it gets worse")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await user.keyboard("e");
    await menuWithFocus();
    await user.keyboard("1");
    expect(await screen.findByText("Opens again if it comes back.")).toBeVisible();
    expect(calls.map(({ body }) => (body as { action: object }).action)).toEqual([
      { kind: "mute", mute: { until: "worse" } },
      { kind: "close", reason: "fixed" },
    ]);
  });

  it("is closed with an effect on later runs, which can be undone", async () => {
    const calls = respond("changeIncidents", { incidents: [open], refused: [] });
    const { unmount, user } = await renderApp("/incidents/i1");
    const close = async (reason: string, choice: string) => {
      await user.click(await screen.findByRole("button", { name: "Close as…" }));
      await user.click(await screen.findByRole("menuitem", { name: reason }));
      await user.click(await screen.findByRole("radio", { name: choice }));
    };
    const submit = () => user.click(screen.getByRole("button", { name: "Close incident" }));
    await close("Expected…", "Accept the new level");
    await submit();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await close("False alarm…", "Raise the threshold for this one to 45%");
    await user.type(screen.getByRole("textbox", { name: "Note" }), "A load test.");
    await submit();
    await waitFor(() => expect(calls).toHaveLength(3));
    const annotation = { kind: "new_level", from: "2026-11-18" } as const;
    unmount();
    respond("getIncident", anIncident({ status: "closed", closedAs: "expected", annotation }));
    await renderApp("/incidents/i1");
    expect(await screen.findByText("The baseline begins on Nov 18.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo the change to later runs" }));
    await waitFor(() =>
      expect(calls.map(({ body }) => (body as { action: object }).action)).toEqual([
        { kind: "close", reason: "expected", annotation: { kind: "new_level" } },
        { kind: "close", reason: "false_alarm", annotation: { kind: "limit", percent: 45 } },
        { kind: "comment", text: "A load test." },
        { kind: "remove_annotation" },
      ]),
    );
  });

  /** Closes the incident as expected, with a note. */
  async function closeWithNote({ user }: Awaited<ReturnType<typeof renderApp>>) {
    await user.click(await screen.findByRole("button", { name: "Close as…" }));
    await user.click(await screen.findByRole("menuitem", { name: "Expected…" }));
    await user.type(await screen.findByRole("textbox", { name: "Note" }), "A load test.");
    await user.click(screen.getByRole("button", { name: "Close incident" }));
  }

  const refusal = { id: "i1", userMessage: "It is gone." };

  it.each([
    ["fails", () => fail("changeIncidents", 503)],
    ["is refused", () => respond("changeIncidents", { incidents: [], refused: [refusal] })],
  ])("says that only the note wasn't saved if that %s", async (_how, thenAnswer) => {
    respond("changeIncidents", () => {
      thenAnswer();
      return { incidents: [open], refused: [] };
    });
    await closeWithNote(await renderApp("/incidents/i1"));
    expect(await screen.findByText("The note wasn't saved")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("keeps the note of a close that is refused", async () => {
    const sent = heldBack({ incidents: [], refused: [refusal] });
    const calls = respond("changeIncidents", () => sent.answer);
    await closeWithNote(await renderApp("/incidents/i1"));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.getByRole("textbox", { name: "Note" })).toHaveValue("A load test.");
    sent.release();
    expect(await screen.findByText("It is gone.")).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Note" })).toHaveValue("A load test.");
  });

  it("says that an undo was refused", async () => {
    respond("changeIncidents", { incidents: [open], refused: [] });
    const { user } = await renderApp("/incidents/i1");
    await user.click(await screen.findByRole("button", { name: /^Acknowledge/ }));
    const undo = await screen.findByRole("button", { name: "Undo" });
    respond("changeIncidents", { incidents: [], refused: [refusal] });
    await user.click(undo);
    expect(await screen.findByText("Unable to undo")).toBeVisible();
    expect(screen.queryByText("Undone")).toBeNull();
  });

  it("keeps what is typed while a comment is being sent", async () => {
    const sent = heldBack({ incidents: [open], refused: [] });
    const calls = respond("changeIncidents", () => sent.answer);
    const { user } = await renderApp("/incidents/i1");
    const field = await screen.findByRole("textbox", { name: "Comment" });
    await user.type(field, "Looking into it.");
    await user.click(screen.getByRole("button", { name: "Comment" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    await user.type(field, " Found it.");
    sent.release();
    await waitFor(() => expect(field).toHaveValue("Found it."));
  });

  it("links back to the list if it is unknown", async () => {
    fail("getIncident", 404, { code: "not-found", message: "No such incident.", requestId: "q" });
    await renderApp("/incidents/x");
    expect(await screen.findByRole("heading", { name: "Incident not found" })).toBeVisible();
    expect(screen.getByRole("link", { name: "All incidents" })).toHaveAttribute("href", "/incidents");
  });
});
