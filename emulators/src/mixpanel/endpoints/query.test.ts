import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, NOW, startClient } from "../testing.js";

let mixpanel: Client;
beforeAll(async () => {
  mixpanel = await startClient();
});
afterAll(() => mixpanel.close());

type Series = {
  data: { series: string[]; values: Record<string, Record<string, number>> };
  legend_size: number;
};

const ask = (path: string, parameters: Record<string, string> = {}): Promise<unknown> =>
  mixpanel.json(
    `/us/api/query/${path}?${new URLSearchParams({ project_id: "1000001", ...parameters }).toString()}`,
  );
const week = { from_date: "2026-11-14", to_date: "2026-11-20" };
const listed = (...names: string[]): { event: string } => ({ event: JSON.stringify(names) });

describe("/events", () => {
  it("leaves out dates without rows and unknown events, in an unordered series", async () => {
    const { data, legend_size } = (await ask("events", {
      ...listed("Coupon Applied", "Nothing"),
      ...week,
    })) as Series;
    expect(Object.keys(data.values)).toEqual(["Coupon Applied"]);
    expect(Object.keys(data.values["Coupon Applied"]!).sort()).toEqual([
      "2026-11-14",
      "2026-11-15",
      "2026-11-16",
      "2026-11-17",
    ]);
    expect(legend_size).toBe(1);
    expect(data.series).not.toEqual(data.series.toSorted());
    expect(data.series.toSorted()).toHaveLength(7);
  });

  it("answers the same to a form POST, and under the older prefix", async () => {
    const parameters = { ...listed("Page Viewed"), ...week, type: "general", unit: "day" };
    const got = await ask("events", parameters);
    expect(await mixpanel.post("/us/api/query/events?project_id=1000001", parameters)).toEqual(got);
    expect(await mixpanel.post("/us/api/2.0/events?project_id=1000001", parameters)).toEqual(got);
  });

  it("counts today only up to now", async () => {
    const parameters = { ...listed("Page Viewed"), from_date: "2026-11-20", to_date: "2026-11-21" };
    const counts = ((await ask("events", parameters)) as Series).data.values["Page Viewed"]!;
    expect(Object.keys(counts).sort()).toEqual(["2026-11-20", "2026-11-21"]);
    expect(counts["2026-11-21"]!).toBeLessThan(counts["2026-11-20"]! / 1.5);
  });

  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((total, rows) => total + rows, 0);
  const hoursOf = async (project: string, name: string, day: string) => {
    const parameters = { ...listed(name), from_date: day, to_date: day, project_id: project };
    const hours = (await ask("events", { ...parameters, unit: "hour" })) as Series;
    const days = (await ask("events", parameters)) as Series;
    return { hours: hours.data.values[name]!, day: days.data.values[name]![day]!, series: hours.data.series };
  };

  it.each([
    ["1000001", "2026-11-20", 24, "2026-11-20T09:00:00-05:00"],
    ["1000001", "2026-11-01", 25, "2026-11-01T01:00:00-05:00"],
    ["1000002", "2026-11-20", 24, "2026-11-20 09:00:00"],
  ])(
    "counts project %s on %s by %i hours that add up to the day's count",
    async (project, day, count, key) => {
      const { hours, series, day: whole } = await hoursOf(project, "Page Viewed", day);
      expect(series.toSorted()).toHaveLength(count);
      expect(series).toContain(key);
      expect(hours[key]).toBeGreaterThan(0);
      expect(sum(hours)).toBe(whole);
    },
  );

  it("counts today's hours up to now, without the events that arrive late", async () => {
    const { hours, day } = await hoursOf("1000001", "Page Viewed", "2026-11-21");
    expect(Object.keys(hours).every((key) => key < "2026-11-21T12")).toBe(true);
    expect(sum(hours)).toBe(day);
    const later = await startClient({
      now: () => new Date(NOW.getTime() + 4 * 3_600_000),
      anchor: "2026-11-20",
    });
    const parameters = {
      ...listed("Page Viewed"),
      from_date: "2026-11-21",
      to_date: "2026-11-21",
      unit: "hour",
    };
    const query = new URLSearchParams({ project_id: "1000001", ...parameters }).toString();
    const { data } = (await later.json(`/us/api/query/events?${query}`)) as Series;
    const late = Object.keys(hours).map((key) => data.values["Page Viewed"]![key]! - hours[key]!);
    expect(late.every((rows) => rows >= 0)).toBe(true);
    expect(late.some((rows) => rows > 0)).toBe(true);
    await later.close();
  });

  it("has no events from the moment on which one falls silent", async () => {
    await mixpanel.fault({
      kind: "silent-event",
      event: "Page Viewed",
      since: Date.parse("2026-11-21T08:00:00-05:00"),
    });
    const { hours, day } = await hoursOf("1000001", "Page Viewed", "2026-11-21");
    await mixpanel.clearFaults();
    expect(Object.keys(hours).toSorted().at(-1)).toBe("2026-11-21T07:00:00-05:00");
    expect(sum(hours)).toBe(day);
  });

  it.each([
    ["no event list", {}],
    ["a bare name", { event: "Page Viewed" }],
    ["another unit", { ...listed("Page Viewed"), unit: "year" }],
    ["unique users by hour", { ...listed("Page Viewed"), unit: "hour", type: "unique" }],
    ["another type", { ...listed("Page Viewed"), type: "unique" }],
  ])("answers 400 to %s", async (_case, parameters) => {
    expect(await ask("events", { ...week, ...parameters })).toEqual({
      request: expect.stringContaining("/api/query/events?"),
      error: expect.any(String),
    });
  });
});

describe("names and properties", () => {
  it("lists the most common events first, without blocked ones", async () => {
    const names = (await ask("events/names", { limit: "500" })) as string[];
    expect(names).toHaveLength(70);
    expect(names[0]).toBe("Page Viewed");
    expect(names).toContain("Debug Heartbeat");
    expect(names).not.toContain("Legacy Checkout Step");
    expect(await ask("events/names", { limit: "2" })).toEqual(names.slice(0, 2));
  });
});

describe("profiles", () => {
  type Page = {
    page: number;
    page_size: number;
    total?: number;
    session_id: string;
    results: { $distinct_id: string; $properties: Record<string, unknown> }[];
  };
  const page = async (form: Record<string, string>): Promise<Page> =>
    (await mixpanel.post("/us/api/query/engage?project_id=1000001", form)) as Page;

  it("come in pages of 1000 in one session", async () => {
    const first = await page({});
    expect(first).toMatchObject({ page: 0, page_size: 1000, status: "ok" });
    expect(first.total).toBeGreaterThan(4500);
    const ids = new Set<string>();
    let next = first;
    for (
      let n = 0;
      next.results.length > 0;
      next = await page({ session_id: first.session_id, page: String(++n) })
    ) {
      for (const { $distinct_id } of next.results) ids.add($distinct_id);
      if (next.results.length < next.page_size) break;
    }
    expect(ids.size).toBe(first.total);
    expect(next.total).toBeUndefined();
  });

  it("are filtered by where and output_properties, without properties that a profile lacks", async () => {
    const { results, total } = await page({
      where: 'properties["$last_seen"] >= "2026-11-18T00:00:00" and properties["loyalty_tier"] == "gold"',
      output_properties: '["$last_seen","age"]',
    });
    expect(results).toHaveLength(total!);
    expect(results.length).toBeGreaterThan(20);
    for (const { $properties } of results) {
      expect(String($properties["$last_seen"]) >= "2026-11-18").toBe(true);
      expect(Object.keys($properties).every((name) => ["$last_seen", "age"].includes(name))).toBe(true);
    }
    expect(results.some(({ $properties }) => !("age" in $properties))).toBe(true);
    const where = `properties["$distinct_id"] == "${results[0]!.$distinct_id}"`;
    expect(await page({ where })).toMatchObject({ total: 1 });
    expect(await page({ where: 'defined(properties["age"])' })).toMatchObject({
      error: expect.stringContaining("where"),
    });
  });

  it("refuse a page without a session, and an unknown session", async () => {
    expect(await page({ page: "1" })).toMatchObject({ error: expect.stringContaining("session_id") });
    expect(await page({ page: "1", session_id: "1-none" })).toMatchObject({
      error: expect.stringContaining("uncached"),
    });
  });

  it("can be listed by property", async () => {
    const { total } = await page({});
    expect(await mixpanel.json("/us/api/2.0/engage/properties?project_id=1000001&limit=2000")).toMatchObject({
      status: "ok",
      results: { $email: { count: total, type: "string" }, interests: { type: "list" } },
    });
  });
});

it("Lexicon lists what has a schema, with hidden and dropped flags", async () => {
  const { results } = (await mixpanel.json("/us/api/app/projects/1000001/schemas")) as {
    results: {
      entityType: string;
      name: string;
      schemaJson: { metadata?: { "com.mixpanel": object } };
    }[];
  };
  const flagsOf = (name: string): object | undefined =>
    results.find((entry) => entry.name === name)?.schemaJson.metadata?.["com.mixpanel"];
  expect(flagsOf("Debug Heartbeat")).toMatchObject({ hidden: true, dropped: false });
  expect(flagsOf("Legacy Checkout Step")).toMatchObject({ hidden: true, dropped: true });
  expect(results.length).toBeLessThan(30);
  expect(results.filter(({ entityType }) => entityType === "profile")).toMatchObject([{ name: "$user" }]);
});
