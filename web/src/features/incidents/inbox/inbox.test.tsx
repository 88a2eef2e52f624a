import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Incident } from "@contract/incidents";
import { fail, heldBack, respond } from "@/testing/api-server";
import { about, aConnection, aConnectionState, anIncident, aRun, aSetup, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const { timeline: _timeline, ...checkout } = anIncident();
const inAndroid = (share: number) => ({ dimension: "$os", value: "Android", share });
const search: Incident = about(
  {
    ...checkout,
    id: "i2",
    finding: {
      ...checkout.finding,
      headline: "Search Performed down 60% since Nov 18",
      severity: "warning",
      causeSegment: inAndroid(0.934),
    },
  },
  { entity: "Search Performed" },
);
const coupon: Incident = about(
  {
    ...checkout,
    id: "i3",
    finding: { ...checkout.finding, headline: "Coupon Applied stopped on Nov 18", causeSegment: null },
  },
  { entity: "Coupon Applied", detector: "event_stopped" },
);

beforeEach(() => {
  respondQuietly();
  respond("getCurrentUser", aUser());
  respond("listConnections", [aConnection()]);
  respond("listMembers", []);
  respond("listIncidents", ({ query }) => (query.get("closed") === "true" ? [] : [checkout, search, coupon]));
});

const link = (name: string) => screen.findByRole("link", { name: new RegExp(`^${name}`) });

it("counts incidents that aren't loaded in the tabs", async () => {
  respond("countIncidents", { open: 3, acknowledged: 0, muted: 0, closed: 41 });
  await renderApp("/incidents");
  expect(await screen.findByRole("radio", { name: "Closed 41" })).toBeVisible();
  expect(await screen.findByRole("radio", { name: "Open 3" })).toBeChecked();
});

describe("a group in the inbox", () => {
  it("says when its incidents began, and what happened that day", async () => {
    const change = { kind: "annotation" as const, name: "Search rebuild" };
    const changed = [checkout, search].map((one) => ({
      ...one,
      finding: { ...one.finding, causeSegment: inAndroid(0.934), sameDayChange: change },
    }));
    const earlier = { ...coupon, finding: { ...coupon.finding, firstBadDay: "2026-11-16" } };
    respond("listIncidents", ({ query }) =>
      query.get("closed") === "true" ? [] : [changed[0]!, earlier, changed[1]!],
    );
    await renderApp("/incidents");
    const heading = await screen.findByRole("heading", {
      name: "Began Nov 18, the day of “Search rebuild”: 2 incidents",
    });
    expect(screen.getByText("All in $os = Android")).toBeVisible();
    const group = heading.closest("section")!;
    expect(within(group).getAllByRole("listitem")).toHaveLength(2);
    // An incident that began alone has no heading.
    expect((await link("Coupon Applied")).closest("[data-group]")).toBeNull();
    expect(screen.getAllByRole("heading", { name: /^Began/ })).toHaveLength(1);
  });

  it("is expanded, collapsed and selected as one, also by keyboard", async () => {
    const { user } = await renderApp("/incidents");
    (await link("Search Performed")).focus();
    await user.keyboard("{ArrowLeft}");
    expect(screen.queryByRole("link", { name: /^Search Performed/ })).toBeNull();
    expect(screen.getByRole("button", { name: /^Expand Began Nov 18/ })).toHaveFocus();
    await user.keyboard("{ArrowRight}");
    expect(screen.getAllByRole("link", { name: / Nov 18/ })[0]).toHaveFocus();
    await user.click(screen.getByRole("checkbox", { name: /^Select all of Began Nov 18/ }));
    expect(screen.getByRole("toolbar")).toHaveTextContent("3 selected");
    await user.click(screen.getByRole("checkbox", { name: /^Select Checkout/ }));
    expect(screen.getByRole("checkbox", { name: /^Select all of Began/ })).toBePartiallyChecked();
    await user.click(screen.getByRole("button", { name: /^Collapse Began Nov 18/ }));
    await waitFor(() => expect(screen.queryByRole("link", { name: /^Checkout Started/ })).toBeNull());
  });
});

describe("an inbox without incidents", () => {
  const runs = (finishedAt: string) => [
    aRun({ id: "r9", summary: null, status: "failed", rowsAnalysed: null }),
    aRun({ id: "r8", finishedAt, rowsAnalysed: 3348 }),
  ];

  beforeEach(() => respond("listIncidents", []));

  it("says what was checked and when the next check is", async () => {
    const [today, tomorrow] = [0, 1].map((days) => {
      const time = new Date();
      time.setDate(time.getDate() + days);
      time.setHours(6, 0, 0, 0);
      return time.toISOString();
    });
    respond("listRuns", runs(today!));
    respond("listSetups", [
      aSetup({ nextRunAt: tomorrow! }),
      aSetup({ id: "s2", status: "paused", nextRunAt: today! }),
    ]);
    await renderApp("/incidents");
    expect(await screen.findByRole("heading", { name: "Nothing open" })).toBeVisible();
    expect(
      await screen.findByText(
        /^Last checked today at 06:00 AM: 3,348 billable checks\. Next check tomorrow at 06:00 AM\.$/,
      ),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "View last report" })).toHaveAttribute("href", "/reports/r8");
  });

  it("doesn't say that nothing is open before it is known whether anything has run", async () => {
    const runs = heldBack([]);
    respond("listRuns", () => runs.answer);
    await renderApp("/incidents");
    expect(await screen.findByRole("status", { name: "Loading incidents" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("radio", { name: "Open 0" })).toBeVisible());
    expect(screen.queryByRole("heading", { name: /Nothing open|No runs yet/ })).toBeNull();
    runs.release();
    expect(await screen.findByRole("heading", { name: "No runs yet" })).toBeVisible();
  });

  it("still says that nothing is open if the runs can't be loaded", async () => {
    fail("listRuns", 500, { code: "internal", message: "down" });
    await renderApp("/incidents");
    expect(await screen.findByRole("heading", { name: "Nothing open" })).toBeVisible();
  });

  it("doesn't say that nothing is open while the first run is going", async () => {
    respond("listRuns", [aRun({ id: "r1", status: "running", summary: null, finishedAt: null })]);
    await renderApp("/incidents");
    expect(await screen.findByRole("heading", { name: "The first run is in progress" })).toBeVisible();
    expect(screen.getByRole("link", { name: "View progress" })).toHaveAttribute("href", "/reports/r1");
  });

  it("links to creating a setup before the first run", async () => {
    await renderApp("/incidents");
    expect(await screen.findByRole("heading", { name: "No runs yet" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Create Setup" })).toHaveAttribute("href", "/setups/new");
  });
});

describe("an inbox whose filters match nothing", () => {
  it("says what matches in another tab, and links there", async () => {
    respond("listIncidents", ({ query }) =>
      query.get("closed") === "true"
        ? [search, { ...search, id: "i4" }].map((one) => ({ ...one, status: "closed", closedAs: "fixed" }))
        : [checkout, coupon],
    );
    const app = await renderApp("/incidents?text=search");
    expect(await screen.findByRole("heading", { name: "No open incidents match" })).toBeVisible();
    expect(await screen.findByText("2 closed incidents do.")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Show closed" }));
    expect(await screen.findAllByRole("link", { name: /^Search Performed/ })).toHaveLength(2);
    expect(app.location()).toContain("text=search");
    expect(app.location()).toContain("status=closed");
  });
});

describe("an inbox of many pages and three connections", () => {
  const ofPage = (page: number) =>
    Array.from({ length: 5 }, (_, place): Incident => {
      const isRare = page >= 3 && place === 2;
      const entity = `Event ${page}-${place}`;
      return about(
        {
          ...coupon,
          id: `p${page}-${place}`,
          connectionId: isRare ? "c3" : "c1",
          status: isRare && page > 3 ? "acknowledged" : "open",
          assignee: isRare && page > 3 ? { uid: "u2", name: "Maya Brandt" } : null,
          finding: { ...coupon.finding, headline: `${entity} stopped`, rank: `${page} ${place + 10}` },
        },
        { entity },
      );
    });

  const cursorOf = ({ query }: { query: URLSearchParams }) => Number(query.get("cursor") ?? 0);
  const nextAfter =
    (last: number) =>
    (call: { query: URLSearchParams }): Record<string, string> =>
      cursorOf(call) < last && call.query.get("closed") === "false"
        ? { "X-Next-Cursor": String(cursorOf(call) + 1) }
        : {};
  const maya = {
    uid: "u2",
    email: "maya@example.com",
    displayName: "Maya Brandt",
    role: "editor" as const,
    joinedAt: "2026-11-01T00:00:00.000Z",
    emailNotifications: true,
  };
  let asked: number[];

  beforeEach(() => {
    asked = [];
    respond(
      "listConnections",
      ["c1", "c2", "c3"].map((id) => aConnection({ id, projectName: id })),
    );
    respond("listMembers", [maya]);
    respond("countIncidents", { open: 28, acknowledged: 2, muted: 0, closed: 0 });
    respond(
      "listIncidents",
      (call) => {
        if (call.query.get("closed") === "true") return [];
        asked.push(cursorOf(call));
        return ofPage(cursorOf(call));
      },
      nextAfter(5),
    );
  });

  it.each([
    ["connection=c3", 1],
    ["status=acknowledged", 2],
    ["status=acknowledged&assignee=u2", 2],
    ["text=Event 5", 4],
  ])("shows all that match %s, on whatever page", async (search, matches) => {
    await renderApp(`/incidents?${search}`);
    await waitFor(() => expect(asked).toEqual([0, 1, 2, 3, 4, 5]));
    await waitFor(() => expect(screen.queryByText(/^Searched/)).toBeNull());
    expect(screen.getAllByRole("link", { name: /^Event \d/ })).toHaveLength(matches);
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("says how far it has searched, and never that nothing matches before the last page", async () => {
    const last = heldBack(undefined);
    respond(
      "listIncidents",
      async (call) => {
        if (cursorOf(call) > 0) await last.answer;
        return call.query.get("closed") === "true" ? [] : ofPage(cursorOf(call));
      },
      nextAfter(1),
    );
    await renderApp("/incidents?connection=c2");
    expect(await screen.findByText("Searched 5 of 30 incidents")).toBeVisible();
    expect(screen.getByRole("status", { name: "Loading incidents" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: /match|Nothing/ })).toBeNull();
    last.release();
    expect(await screen.findByRole("heading", { name: "No open incidents match" })).toBeVisible();
  });

  it("offers connections, checks and people that only later pages have", async () => {
    const { user } = await renderApp("/incidents");
    expect(await screen.findAllByRole("link", { name: /^Event \d/ })).toHaveLength(5);
    expect(asked).toEqual([0]);
    await user.selectOptions(await screen.findByLabelText("Assigned to"), "Maya Brandt");
    expect(await screen.findByText("2 acknowledged incidents do.")).toBeVisible();
    expect(screen.getByLabelText("Assigned to")).toHaveDisplayValue("Maya Brandt");
    await user.selectOptions(screen.getByLabelText("Assigned to"), "Anyone");
    await user.selectOptions(screen.getByLabelText("Connection"), "c3");
    expect(await link("Event 3-2")).toBeVisible();
  });

  it("offers only values of the incidents, and the chosen ones by name, once all are loaded", async () => {
    await renderApp("/incidents?connection=c2&check=event_count_change&assignee=u2");
    expect(await screen.findByText(/^No open incidents match/)).toBeVisible();
    const offered = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole("option")
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(offered("Assigned to")).toEqual(["Anyone", "Maya Brandt", "Nobody"]));
    expect(offered("Check")).toEqual(["All checks", "Event count spike/drop", "Event stopped flowing"]);
  });

  it("forgets people without incidents once all are loaded", async () => {
    const { user } = await renderApp("/incidents");
    expect(await screen.findByRole("option", { name: "Maya Brandt" })).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText("Connection"), "c3");
    await waitFor(() => expect(asked).toEqual([0, 1, 2, 3, 4, 5]));
    await waitFor(() => expect(screen.queryByRole("option", { name: "Maya Brandt" })).toBeNull());
  });

  it("loads one page without a filter, even if some of its incidents are muted", async () => {
    respond(
      "listIncidents",
      (call) => {
        asked.push(cursorOf(call));
        return ofPage(cursorOf(call)).map((one, i) => (i === 0 ? { ...one, status: "muted" } : one));
      },
      nextAfter(5),
    );
    const { user } = await renderApp("/incidents");
    expect(await screen.findAllByRole("link", { name: /^Event \d/ })).toHaveLength(4);
    const more = screen.getByRole("button", { name: "Load more" });
    expect(screen.queryByText(/^Searched/)).toBeNull();
    expect(asked).toEqual([0]);
    await user.click(more);
    await waitFor(() => expect(screen.getAllByRole("link", { name: /^Event \d/ })).toHaveLength(8));
    expect(asked).toEqual([0, 1]);
  });

  it("loads until as many more match as a page has, whenever the user asks for more", async () => {
    respond(
      "listIncidents",
      (call) =>
        call.query.get("closed") === "true"
          ? []
          : ofPage(cursorOf(call)).map((one, i) => ({ ...one, connectionId: i < 2 ? "c2" : "c1" })),
      nextAfter(9),
    );
    const { user } = await renderApp("/incidents?connection=c2");
    const shown = (count: number) =>
      waitFor(() => {
        expect(screen.getAllByRole("link", { name: /^Event \d/ })).toHaveLength(count);
        expect(screen.getByRole("button", { name: "Load more" })).toBeEnabled();
      });
    await shown(6);
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await shown(12);
  });
});

it("says when the chosen connection was checked, not when any was", async () => {
  respond("listRuns", [aRun({ finishedAt: "2026-11-20T09:02:05.000Z" })]);
  respond("listSetups", [aSetup()]);
  respond("getHome", [
    aConnectionState({ lastCheck: { runId: "r1", at: "2026-11-14T09:00:00.000Z" } }),
    aConnectionState({ connection: aConnection({ id: "c2" }) }),
  ]);
  await renderApp("/incidents?connection=c1");
  expect(await screen.findByText(/^Last checked Nov 14/)).toBeVisible();
  expect(screen.queryByText(/Last checked Nov 20/)).toBeNull();
});

describe("an open inbox", () => {
  it("updates rows in place, and holds back new ones until the user asks for them", async () => {
    const { user, queryClient } = await renderApp("/incidents");
    await link("Checkout Started");
    const at = "2026-11-22T06:00:00.000Z";
    const signUp = about({ ...coupon, id: "i4", createdAt: at, updatedAt: at }, { entity: "Sign Up" });
    respond("listIncidents", [{ ...checkout, detectorState: "escalating" }, search, coupon, signUp]);
    await queryClient.invalidateQueries();
    expect((await screen.findAllByText("Worse"))[0]).toBeVisible();
    expect(screen.getByText("1 new incident.")).toBeVisible();
    expect(screen.queryByRole("link", { name: /^Sign Up/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show" }));
    expect(await link("Sign Up")).toBeVisible();
    expect(screen.queryByText("1 new incident.")).toBeNull();
  });

  it("holds back those of the same run that are recorded after the first ones are on screen", async () => {
    const { user, queryClient } = await renderApp("/incidents");
    await link("Checkout Started");
    const { createdAt } = [checkout, search, coupon].toSorted((a, b) =>
      a.createdAt < b.createdAt ? 1 : -1,
    )[0]!;
    const signUp = about({ ...coupon, id: "i4", createdAt, updatedAt: createdAt }, { entity: "Sign Up" });
    respond("listIncidents", [checkout, search, coupon, signUp]);
    await queryClient.invalidateQueries();
    expect(await screen.findByText("1 new incident.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show" }));
    expect(await link("Sign Up")).toBeVisible();
  });

  it("holds back those of the same run, but not less important ones that are loaded later", async () => {
    const { createdAt } = [checkout, search, coupon].toSorted((a, b) =>
      a.createdAt < b.createdAt ? 1 : -1,
    )[0]!;
    const at = { createdAt, updatedAt: createdAt };
    const loaded = [checkout, search, coupon].map((one, i) => ({ ...one, ...at, id: `m${i}` }));
    const more = { "X-Next-Cursor": "next" };
    respond("listIncidents", loaded, more);
    const { queryClient } = await renderApp("/incidents");
    await link("Checkout Started");
    const ranked = (rank: string, id: string, entity: string) =>
      about({ ...coupon, ...at, id, finding: { ...coupon.finding, rank } }, { entity });
    const [first, last] = [ranked("", "z9", "Sign Up"), ranked("zzz", "a1", "Log In")];
    respond("listIncidents", [first, ...loaded, last], more);
    await queryClient.invalidateQueries();
    expect(await screen.findByText("1 new incident.")).toBeVisible();
    expect(await link("Log In")).toBeVisible();
    expect(screen.queryByRole("link", { name: /^Sign Up/ })).toBeNull();
  });

  it("keeps the last list if it can't be reloaded", async () => {
    const { user, queryClient } = await renderApp("/incidents");
    await link("Checkout Started");
    fail("listIncidents", 500);
    await queryClient.invalidateQueries();
    expect(await screen.findByText("Unable to load incidents")).toBeVisible();
    expect(screen.getByText(/The list below is from \d\d:\d\d [AP]M\./)).toBeVisible();
    expect(await link("Checkout Started")).toBeVisible();
    respond("listIncidents", [checkout]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByText("Unable to load incidents")).toBeNull());
  });
});

describe("the inbox keeps still", () => {
  const mine = { uid: "u1", name: "Demo" };

  /** Applies the actions that arrive, as the server would. */
  function respondToActions(): void {
    const acknowledged = new Set<string>();
    respond("listIncidents", ({ query }) =>
      query.get("closed") === "true"
        ? []
        : [checkout, search, coupon].map((one) =>
            acknowledged.has(one.id) ? { ...one, status: "acknowledged", assignee: mine } : one,
          ),
    );
    respond("changeIncidents", ({ body }) => {
      const { ids } = body as { ids: string[] };
      for (const id of ids) acknowledged.add(id);
      return { incidents: [{ ...checkout, status: "acknowledged", assignee: mine }], refused: [] };
    });
  }

  it("when the use of events arrives after the rows", async () => {
    const uses = heldBack({
      readAt: "2026-11-20T09:00:00.000Z",
      isComplete: true,
      events: [{ event: "Coupon Applied", use: { counts: { dashboard: 4 }, views: 900 } }],
      eventProperties: [],
      userProperties: [],
    });
    const second = { ...coupon, id: "i4", createdAt: "2026-11-19T00:00:00.000Z" };
    const first = about({ ...second, id: "i5", createdAt: "2026-11-20T00:00:00.000Z" }, { entity: "Login" });
    respond("listIncidents", [second, first]);
    respond("listUses", () => uses.answer);
    const { container } = await renderApp("/incidents");
    await link("Coupon Applied");
    const order = () =>
      [...container.querySelectorAll<HTMLElement>("main [data-incident]")].map(
        ({ dataset }) => dataset["incident"],
      );
    const before = order();
    uses.release();
    expect(await screen.findByText("4 dashboards")).toBeInTheDocument();
    expect(order()).toEqual(before);
  });

  it.each([
    ["the next row", "j", "Search Performed"],
    ["the row before, at the end", "jjj", "Search Performed"],
  ])("and moves the focus to %s after an action", async (_where, keys, name) => {
    respondToActions();
    const { user } = await renderApp("/incidents");
    await link("Coupon Applied");
    await user.keyboard(`${keys}a`);
    expect(await screen.findByText("Incident acknowledged")).toBeVisible();
    await waitFor(async () => expect(await link(name)).toHaveFocus());
  });

  it("and moves the focus to the next row after an action on selected rows by mouse", async () => {
    respondToActions();
    const { user } = await renderApp("/incidents");
    await user.click(await screen.findByRole("checkbox", { name: /^Select Checkout/ }));
    await user.click(screen.getByRole("button", { name: "Acknowledge" }));
    expect(await screen.findByText("Incident acknowledged")).toBeVisible();
    await waitFor(async () => expect(await link("Search Performed")).toHaveFocus());
  });
});

it("names the connection of each incident once there are two", async () => {
  respond("listIncidents", ({ query }) =>
    query.get("closed") === "true" ? [] : [checkout, { ...coupon, connectionId: "c2" }],
  );
  const { unmount } = await renderApp("/incidents");
  await link("Coupon Applied");
  expect((await link("Coupon Applied")).closest("li")).not.toHaveTextContent("Storefront production");
  unmount();
  respond("listConnections", [aConnection(), aConnection({ id: "c2", projectName: "Partner portal" })]);
  await renderApp("/incidents");
  const rowOf = async (name: string) => (await link(name)).closest("li");
  await waitFor(async () => expect(await rowOf("Coupon Applied")).toHaveTextContent("Partner portal"));
  expect(await rowOf("Checkout Started")).toHaveTextContent("Storefront production");
});
