import { request } from "node:http";
import { createGunzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoAccount } from "../projects.js";
import { basic, type Client, type ExportRow, rowsIn, startClient } from "../testing.js";

let mixpanel: Client;
beforeAll(async () => {
  mixpanel = await startClient();
});
afterAll(() => mixpanel.close());

const path = (parameters: Record<string, string>, id = 1000001): string =>
  `/us/api/2.0/export?${new URLSearchParams({ project_id: String(id), ...parameters }).toString()}`;
const oneDay = (day: string): Record<string, string> => ({ from_date: day, to_date: day });
const rows = async (parameters: Record<string, string>, id?: number): Promise<ExportRow[]> =>
  rowsIn(await (await mixpanel.ask(path(parameters, id))).text());
const event = (name: string): { event: string } => ({ event: JSON.stringify([name]) });
const keyOf = (row: ExportRow): unknown => row.properties["$insert_id"];

describe("the raw export", () => {
  it("is NDJSON that ends with a newline", async () => {
    const response = await mixpanel.ask(path({ ...oneDay("2026-11-10"), ...event("Order Completed") }));
    expect(response.headers.get("content-type")).toBe("text/plain");
    const body = await response.text();
    expect(body.endsWith("}\n")).toBe(true);
    expect(rowsIn(body)[0]).toMatchObject({
      event: "Order Completed",
      properties: {
        $os: expect.any(String),
        $insert_id: expect.any(String),
        distinct_id: expect.any(String),
      },
    });
  });

  it("is the same bytes every time", async () => {
    const asked = path({ ...oneDay("2026-11-20"), ...event("Page Viewed") });
    expect(await (await mixpanel.ask(asked)).text()).toBe(await (await mixpanel.ask(asked)).text());
  });

  it("includes both dates, as UTC days, and is not sorted", async () => {
    const found = await rows({ from_date: "2026-11-10", to_date: "2026-11-11", ...event("Page Viewed") });
    const days = new Set(
      found.map(({ properties }) => new Date(properties.time * 1000).toISOString().slice(0, 10)),
    );
    expect([...days].sort()).toEqual(["2026-11-10", "2026-11-11"]);
    const times = found.map(({ properties }) => properties.time);
    expect(times).not.toEqual(times.toSorted((a, b) => a - b));
  });

  it("exports projects from before 2023 by project day, with the wall clock as time", async () => {
    const found = await rows({ ...oneDay("2026-11-10"), ...event("Page Viewed") }, 1000002);
    const shifts = found.map(
      ({ properties }) => Number(properties["mp_processing_time_ms"]) / 1000 - properties.time,
    );
    const median = shifts.sort((a, b) => a - b)[shifts.length >> 1]!;
    expect(Math.round(median / 900) / 4).toBe(8);
    const days = new Set(
      found.map(({ properties }) => new Date(properties.time * 1000).toISOString().slice(0, 10)),
    );
    expect([...days]).toEqual(["2026-11-10"]);
  });

  it("writes milliseconds on request", async () => {
    const [seconds, ms] = await Promise.all([
      rows({ ...oneDay("2026-11-10"), ...event("Question Asked") }),
      rows({ ...oneDay("2026-11-10"), ...event("Question Asked"), time_in_ms: "true" }),
    ]);
    expect(ms.map(({ properties }) => Math.floor(properties.time / 1000))).toEqual(
      seconds.map(({ properties }) => properties.time),
    );
  });

  it("keeps duplicates, which counts leave out", async () => {
    const range = { from_date: "2026-11-09", to_date: "2026-11-12" };
    const found = await rows({ ...range, ...event("Page Viewed") }, 1000003);
    const distinct = new Set(found.map(keyOf)).size;
    expect(found.length).toBeGreaterThan(distinct);
    const clean = await rows({ ...range, ...event("Page Viewed") }, 1000007);
    const counted = (await mixpanel.json(
      `/us/api/query/events?${new URLSearchParams({ project_id: "1000007", ...range, ...event("Page Viewed"), type: "general", unit: "day" }).toString()}`,
    )) as { data: { values: Record<string, Record<string, number>> } };
    const total = Object.values(counted.data.values["Page Viewed"]!).reduce((sum, n) => sum + n, 0);
    expect(total).toBe(new Set(clean.map(keyOf)).size);
  });

  it("stops at limit, and refuses one above 100000", async () => {
    expect(await rows({ ...oneDay("2026-11-10"), limit: "7" })).toHaveLength(7);
    expect((await mixpanel.ask(path({ ...oneDay("2026-11-10"), limit: "100001" }))).status).toBe(400);
  });

  it("filters by where", async () => {
    const noon = Date.parse("2026-11-10T17:00:00Z") / 1000;
    const found = await rows({
      ...oneDay("2026-11-10"),
      ...event("Order Completed"),
      where: `properties["$os"] == "iOS" and properties["$time"] >= datetime(${noon})`,
    });
    expect(found.length).toBeGreaterThan(10);
    for (const { properties } of found) {
      expect(properties["$os"]).toBe("iOS");
      expect(properties.time).toBeGreaterThanOrEqual(noon);
    }
  });

  it("contains today up to now, and nothing later", async () => {
    const found = await rows({ ...oneDay("2026-11-21"), ...event("Page Viewed") });
    expect(found.length).toBeGreaterThan(100);
    expect(Math.max(...found.map(({ properties }) => properties.time))).toBeLessThan(
      Date.parse("2026-11-21T17:00:00Z") / 1000,
    );
  });

  it.each([
    ["a day still to come", oneDay("2026-11-22"), "to_date cannot be later than today"],
    ["a missing date", { from_date: "2026-11-01" }, "to_date"],
    ["a date that is none", oneDay("2026-02-30"), "invalid date"],
    ["a year before 2000", oneDay("1999-12-31"), "Error in from_date: invalid date, bad year"],
    ["dates the wrong way round", { from_date: "2026-11-02", to_date: "2026-11-01" }, "to_date"],
    ["an event list that is no JSON", { ...oneDay("2026-11-10"), event: "Page Viewed" }, "event"],
    ["a broken expression", { ...oneDay("2026-11-10"), where: 'properties["$os" ==' }, "where"],
  ])("answers 400 to %s", async (_case, parameters, words) => {
    const response = await mixpanel.ask(path(parameters));
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(words);
  });

  it("lets an old project export today in its own time zone", async () => {
    expect((await mixpanel.ask(path({ ...oneDay("2026-11-21"), limit: "1" }, 1000002))).status).toBe(200);
  });

  it("is compressed only above 1400 bytes and if the client accepts gzip", async () => {
    const encodingOf = (parameters: Record<string, string>, accept: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: basic(demoAccount), "accept-encoding": accept };
        request(mixpanel.url + path(parameters), { headers }, (response) => {
          const encoding = response.headers["content-encoding"];
          const body = encoding === "gzip" ? response.pipe(createGunzip()) : response;
          body
            .resume()
            .on("end", () => resolve(encoding))
            .on("error", reject);
        }).end();
      });
    expect(await encodingOf({ ...oneDay("2026-11-10"), limit: "1" }, "gzip")).toBeUndefined();
    expect(await encodingOf({ ...oneDay("2026-11-10"), limit: "20" }, "gzip")).toBe("gzip");
    expect(await encodingOf({ ...oneDay("2026-11-10"), limit: "20" }, "identity")).toBeUndefined();
  });
});
