import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { pack } from "../../adapters/firestore/packed-json.js";
import { ada as tenant } from "../../testing/tenants.js";
import { testApp, verifiedConnection } from "../../testing/test-app.js";
import type { Inventory } from "./inventory.js";
import { joinPages, splitInventory } from "./inventory-pages.js";
import { capInventory, maxNames } from "./merge-inventory.js";

const seen = "2026-11-17T08:00:00.000Z";
const property = (name: string, lastDetectedAt: string | null = seen) => ({ name, lastDetectedAt });
const event = (name: string, properties: string[]): Inventory["events"][number] => ({
  name,
  lastDetectedAt: seen,
  isHidden: false,
  isDropped: false,
  properties: properties.map((each) => property(each)),
});
const manyNames = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix} ${String(i).padStart(5, "0")}`);

describe("an inventory of very many names", () => {
  it("comes in pages without gaps or repeats, even when one event's properties fill several", async () => {
    const app = testApp();
    const connectionId = await verifiedConnection(app, "ada");
    const inventory = {
      events: [event("a", manyNames("a", 4_998)), event("b", manyNames("b", 12_000)), event("c", [])],
      userProperties: manyNames("u", 4).map((name) => property(name)),
    };
    const sync = { id: "s", status: "running" as const, startedAt: seen, errorMessage: null };
    await app.schema.claimSync(tenant, connectionId, sync, "2026-12-01T00:00:00.000Z");
    await app.schema.completeSync(tenant, connectionId, "s", inventory, seen);
    type Page = {
      events: { eventName: string; properties: { propertyName: string }[] }[];
      userProperties: { propertyName: string }[];
      nextCursor: string | null;
    };
    const properties: string[] = [];
    const users: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages++) {
      const query: string = cursor === null ? "" : `?cursor=${cursor}`;
      const page: Page = (await app.as("ada").get(`/api/v1/data-settings${query}`).expect(200)).body;
      const names = page.events.flatMap((each) => each.properties.map(({ propertyName }) => propertyName));
      properties.push(...names);
      users.push(...page.userProperties.map(({ propertyName }) => propertyName));
      sizes.push(names.length);
      cursor = page.nextCursor;
    }
    expect(properties).toEqual(inventory.events.flatMap((each) => each.properties.map(({ name }) => name)));
    expect(users).toEqual(manyNames("u", 4));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5_000);
    await app.as("ada").get("/api/v1/data-settings?cursor=-1").expect(400);
  });

  it("comes with its most active names first, and is searched as a whole", async () => {
    const app = testApp();
    const connectionId = await verifiedConnection(app, "ada");
    const busy = { ...event("Busy", manyNames("b", 15_000)), eventsPerDay: 900 };
    const rare = { ...event("Rare", [...manyNames("r", 9_000), "the Needle"]), eventsPerDay: 1 };
    const inventory = { events: [busy, rare], userProperties: [property("needles")] };
    const sync = { id: "s", status: "running" as const, startedAt: seen, errorMessage: null };
    await app.schema.claimSync(tenant, connectionId, sync, "2026-12-01T00:00:00.000Z");
    await app.schema.completeSync(tenant, connectionId, "s", inventory, seen);
    const read = async (query: string) =>
      (await app.as("ada").get(`/api/v1/data-settings?${query}`).expect(200)).body;
    const first = await read("cursor=0");
    expect(first).toMatchObject({ namesTotal: 24_004, nextCursor: "1" });
    expect(first.events.map(({ eventName }: { eventName: string }) => eventName)).toEqual(["Busy"]);
    const names = (body: {
      events: { eventName: string; properties: object[] }[];
      userProperties: object[];
    }) => ({
      events: body.events.map(({ eventName, properties }) => [eventName, properties.length]),
      userProperties: body.userProperties.length,
    });
    const found = await read("search=NEEDLE");
    expect(found.nextCursor).toBeNull();
    expect(names(found)).toEqual({ events: [["Rare", 1]], userProperties: 1 });
    expect(found.events[0].properties).toMatchObject([{ propertyName: "the Needle", isExcluded: false }]);
    // With enough matches, the search stops after a page and continues from there.
    const many = await read("search=busy");
    expect(many.nextCursor).toBe("1");
    expect(names(await read("search=nothing+like+it"))).toEqual({ events: [], userProperties: 0 });
    await app.as("ada").get("/api/v1/data-settings?search=").expect(400);
  });

  it("is the same after splitting and joining, whatever the page size", () => {
    const inventory = {
      events: [event("a", []), event("b", manyNames("b", 7)), event("c", ["x"])],
      userProperties: manyNames("u", 5).map((name) => property(name)),
    };
    for (let perPage = 2; perPage < 20; perPage++) {
      const pages = splitInventory(inventory, perPage, perPage % 2 === 0 ? 100 : 6);
      expect(joinPages(pages)).toEqual(inventory);
      for (const page of pages)
        expect(
          page.userProperties.length + page.events.reduce((sum, each) => sum + 1 + each.properties.length, 0),
        ).toBeLessThanOrEqual(perPage);
    }
    expect(joinPages(splitInventory({ events: [], userProperties: [] }))).toEqual({
      events: [],
      userProperties: [],
    });
  });

  it("is capped: the names detected last are kept, with their events", () => {
    const old = { ...event("old", ["x", "y"]), lastDetectedAt: "2026-01-01T00:00:00.000Z" };
    old.properties = [property("x", null), property("y", "2026-01-01T00:00:00.000Z")];
    const inventory = { events: [event("new", ["p"]), old], userProperties: [property("u")] };
    const capped = capInventory(inventory, 5);
    expect(capped.events.map(({ name, properties }) => [name, properties.map((each) => each.name)])).toEqual([
      ["new", ["p"]],
      ["old", ["y"]],
    ]);
    expect(capInventory(inventory, 3).events.map(({ name }) => name)).toEqual(["new"]);
    expect(capInventory(inventory, 6)).toEqual(inventory);
  });

  it("takes no more than 256 MB in the API", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "plumbline-inventory-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const events = manyNames("An event with a long name", 500).map((name) =>
      event(name, manyNames(`${name} property`, maxNames / 500 - 1)),
    );
    const pages = path.join(folder, "pages");
    mkdirSync(pages);
    for (const [number, page] of splitInventory({ events, userProperties: [] }).entries())
      writeFileSync(path.join(pages, `${number}`), await pack(page));
    const script = path.join(folder, "read.mjs");
    await build({
      entryPoints: [path.join(import.meta.dirname, "inventory-memory.testing.ts")],
      outfile: script,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "error",
    });
    const { names, bytes, megabytes } = JSON.parse(
      execFileSync(process.execPath, [script, pages], { encoding: "utf8" }),
    ) as { names: number; bytes: number; megabytes: number };
    expect(names).toBe(maxNames - 500);
    expect(megabytes).toBeLessThanOrEqual(256);
    expect(bytes).toBeLessThan(10_000_000);
  });
});
