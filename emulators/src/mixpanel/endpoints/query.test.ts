import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownerAccount } from "../projects.js";
import { basic, type Client, startClient } from "../testing.js";

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
const day = { from_date: "2026-11-10", to_date: "2026-11-10" };
const week = { from_date: "2026-11-14", to_date: "2026-11-20" };
const listed = (...names: string[]): { event: string } => ({ event: JSON.stringify(names) });
const sum = (counts: Record<string, number> | undefined): number =>
  Object.values(counts ?? {}).reduce((total, n) => total + n, 0);

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

  it("has the same sum by hour, week and month", async () => {
    const by = async (unit: string): Promise<Record<string, number>> =>
      ((await ask("events", { ...listed("Page Viewed"), ...week, unit })) as Series).data.values[
        "Page Viewed"
      ]!;
    const [days, hours, weeks, months] = await Promise.all(["day", "hour", "week", "month"].map(by));
    expect(sum(hours)).toBe(sum(days));
    expect(Object.keys(hours!)[0]).toMatch(/^2026-11-\d\d \d\d:00:00$/);
    expect(Object.keys(weeks!).sort()).toEqual(["2026-11-09", "2026-11-16"]);
    expect([sum(weeks), months]).toEqual([sum(days), { "2026-11-01": sum(days) }]);
  });

  it("also counts users, and today only up to now", async () => {
    const parameters = { ...listed("Page Viewed"), interval: "2" };
    const general = ((await ask("events", parameters)) as Series).data.values["Page Viewed"]!;
    const unique = ((await ask("events", { ...parameters, type: "unique" })) as Series).data.values[
      "Page Viewed"
    ]!;
    expect(Object.keys(general).sort()).toEqual(["2026-11-20", "2026-11-21"]);
    expect(general["2026-11-21"]!).toBeLessThan(general["2026-11-20"]! / 1.5);
    expect(unique["2026-11-20"]!).toBeLessThan(general["2026-11-20"]!);
  });

  it.each([
    ["no event list", {}],
    ["a bare name", { event: "Page Viewed" }],
    ["an unknown unit", { ...listed("Page Viewed"), unit: "year" }],
    ["an unknown type", { ...listed("Page Viewed"), type: "some" }],
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
    expect(names).toHaveLength(60);
    expect(names[0]).toBe("Page Viewed");
    expect(names).toContain("Debug Heartbeat");
    expect(names).not.toContain("Legacy Checkout Step");
    expect(await ask("events/names", { limit: "2" })).toEqual(names.slice(0, 2));
  });

  it("lists an event's properties with counts, or those of all events if none is named", async () => {
    const ofOne = (await ask("events/properties/top", { event: "Order Completed", limit: "100" })) as object;
    expect(ofOne).toMatchObject({
      order_value: { count: expect.any(Number) },
      $os: { count: expect.any(Number) },
    });
    expect(
      Object.keys((await ask("events/properties/top", { event: "Order Completed" })) as object),
    ).toHaveLength(10);
    const all = (await ask("events/properties/top", { limit: "2000" })) as object;
    expect(Object.keys(all).length).toBeGreaterThan(45);
  });

  it("lists values, with lists and objects as JSON text", async () => {
    expect(await ask("events/properties/values", { event: "Cart Viewed", name: "currency" })).toEqual([
      "USD",
      "EUR",
      "GBP",
      "CAD",
    ]);
    const skus = await ask("events/properties/values", {
      event: "Cart Viewed",
      name: "cart_skus",
      limit: "1",
    });
    expect(skus).toEqual(['["tee"]']);
  });

  it("counts a property by value over time", async () => {
    const { data } = (await ask("events/properties", {
      event: "Cart Viewed",
      name: "currency",
      ...week,
    })) as Series;
    const { data: totals } = (await ask("events", { ...listed("Cart Viewed"), ...week })) as Series;
    const byValue = Object.values(data.values).reduce((total, counts) => total + sum(counts), 0);
    expect(byValue).toBe(sum(totals.values["Cart Viewed"]));
  });
});

describe("segmentation", () => {
  const of = { event: "Order Completed", ...day };

  it("counts with a filter, and by the values of an expression", async () => {
    const total = (await ask("segmentation", of)) as Series;
    const some = (await ask("segmentation", {
      ...of,
      where: 'defined(properties["discount_amount"])',
    })) as Series;
    const split = (await ask("segmentation", { ...of, on: 'properties["delivery_window"]' })) as Series;
    const rows = sum(total.data.values["Order Completed"]);
    expect(sum(some.data.values["Order Completed"])).toBeLessThan(rows * 0.6);
    expect(Object.keys(split.data.values).sort()).toEqual(["afternoon", "evening", "morning"]);
    expect(Object.values(split.data.values).reduce((n, counts) => n + sum(counts), 0)).toBe(rows);
  });

  it("sums, averages and buckets numbers", async () => {
    const on = 'properties["order_value"]';
    const sums = (await ask("segmentation/sum", { ...of, on })) as { results: Record<string, number> };
    const means = (await ask("segmentation/average", { ...of, on })) as { results: Record<string, number> };
    const ranges = (await ask("segmentation/numeric", { ...of, on })) as Series;
    expect(sums.results["2026-11-10"]! / means.results["2026-11-10"]!).toBeCloseTo(
      Object.values(ranges.data.values).reduce((n, counts) => n + sum(counts), 0),
    );
    expect(Object.keys(ranges.data.values)[0]).toMatch(/^[\d,]+ - [\d,]+$/);
    expect(await ask("segmentation/sum", of)).toMatchObject({ error: expect.stringContaining("on") });
  });
});

describe("inline insights", () => {
  const metric = (name: string, filters: object[] = [], extra: object = {}): object => ({
    type: "metric",
    behavior: { type: "event", name, resourceType: "events", filtersDeterminer: "all", filters },
    measurement: { math: "total", property: null },
    ...extra,
  });
  const run = (sections: object, rest: object = {}): Promise<unknown> =>
    mixpanel.json("/us/api/query/insights", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        project_id: 1000001,
        bookmark: {
          sections: {
            filter: [],
            group: [],
            formula: [],
            time: [{ dateRangeType: "between", unit: "day", value: ["2026-11-09", "2026-11-10"] }],
            ...sections,
          },
          displayOptions: { chartType: "line" },
          ...rest,
        },
      }),
    });
  const isSet = {
    resourceType: "events",
    filterType: "string",
    value: "discount_amount",
    filterOperator: "is set",
    filterValue: null,
  };

  it("counts per day, with a formula over hidden metrics", async () => {
    const show = [
      metric("Order Completed"),
      metric("Order Completed", [isSet], { isHidden: true }),
      { type: "formula", name: "fill %", definition: "(B / A) * 100" },
    ];
    const answer = (await run({ show })) as { series: Record<string, Record<string, number>> };
    expect(Object.keys(answer.series)).toEqual(["Order Completed [Total Events]", "fill %"]);
    expect(answer.series["fill %"]!["2026-11-10T00:00:00-05:00"]).toBeGreaterThan(35);
    expect(answer).toMatchObject({
      meta: { min_sampling_factor: 1, is_segmentation_limit_hit: false, sub_query_count: 2 },
    });
  });

  it("nests one level under a breakdown", async () => {
    const group = [
      { value: "currency", propertyName: "currency", resourceType: "events", propertyType: "string" },
    ];
    const answer = await run({ show: [metric("Order Completed"), metric("Cart Viewed")], group });
    expect(answer).toMatchObject({
      series: { "Cart Viewed [Total Events]": { USD: { "2026-11-10T00:00:00-05:00": expect.any(Number) } } },
    });
  });

  it("refuses queryLimits inside the bookmark", async () => {
    expect(await run({ show: [metric("Cart Viewed")] }, { queryLimits: { limit: 3000 } })).toMatchObject({
      error: expect.stringContaining("Extra inputs are not permitted at queryLimits"),
    });
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
    expect(await page({ distinct_id: results[0]!.$distinct_id })).toMatchObject({ total: 1 });
  });

  it("refuse a page without a session, and an unknown session", async () => {
    expect(await page({ page: "1" })).toMatchObject({ error: expect.stringContaining("session_id") });
    expect(await page({ page: "1", session_id: "1-none" })).toMatchObject({
      error: expect.stringContaining("uncached"),
    });
  });

  it("can be counted, summarized, and listed by property and cohort", async () => {
    const stats = (form: Record<string, string>): Promise<unknown> =>
      mixpanel.post("/us/api/2.0/engage/stats?project_id=1000001", form);
    const all = (await stats({ action: "count()" })) as { results: number };
    const some = (await stats({ action: "count()", selector: 'not defined(properties["age"])' })) as {
      results: number;
    };
    expect(some.results / all.results).toBeCloseTo(0.3, 1);
    expect(await stats({ action: 'numeric_summary(properties["age"])' })).toMatchObject({
      results: { count: all.results - some.results, mean: expect.any(Number) },
    });
    expect(await stats({ action: "drop()" })).toMatchObject({ error: expect.any(String) });
    expect(await mixpanel.json("/us/api/2.0/engage/properties?project_id=1000001&limit=2000")).toMatchObject({
      status: "ok",
      results: { $email: { count: all.results, type: "string" }, interests: { type: "list" } },
    });
    const [cohort] = (await mixpanel.post("/us/api/2.0/cohorts/list?project_id=1000001", {})) as {
      id: number;
      count: number;
    }[];
    expect(await page({ filter_by_cohort: JSON.stringify({ id: cohort!.id }) })).toMatchObject({
      total: cohort!.count,
    });
  });
});

describe("Lexicon", () => {
  const path = "/us/api/app/projects/1000001/schemas";

  it("lists what has a schema, with hidden and dropped flags", async () => {
    const { results } = (await mixpanel.json(`${path}/event`)) as {
      results: { name: string; schemaJson: { metadata?: { "com.mixpanel": object } } }[];
    };
    const flagsOf = (name: string): object | undefined =>
      results.find((entry) => entry.name === name)?.schemaJson.metadata?.["com.mixpanel"];
    expect(flagsOf("Debug Heartbeat")).toMatchObject({ hidden: true, dropped: false });
    expect(flagsOf("Legacy Checkout Step")).toMatchObject({ hidden: true, dropped: true });
    expect(results.length).toBeLessThan(30);
    expect(await mixpanel.json(`${path}/profile/$user`)).toMatchObject({ results: [{ name: "$user" }] });
  });

  it("answers 400 to an invalid type, 404 to an unknown schema, 403 to an analyst who writes", async () => {
    expect((await mixpanel.ask(`${path}/thing`)).status).toBe(400);
    expect((await mixpanel.ask(`${path}/event/Nothing`)).status).toBe(404);
    expect((await mixpanel.ask(path, { method: "DELETE" })).status).toBe(403);
  });

  it("accepts schemas from an owner", async () => {
    const entry = { entityType: "event", name: "Page Viewed", schemaJson: { description: "A page" } };
    const response = await mixpanel.ask(path, {
      method: "POST",
      authorization: basic(ownerAccount),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ entries: [entry], truncate: false }),
    });
    expect(await response.json()).toEqual({ status: "ok", results: { added: 1, deleted: 0 } });
    expect(await mixpanel.json(`${path}/event/Page%20Viewed`)).toMatchObject({ results: [entry] });
  });
});
