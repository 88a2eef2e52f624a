import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minuteMs } from "../common/time.js";
import { initialBilling } from "../features/billing/account/run-permission.js";
import { deliver, setupId, workspaceId } from "../testing/run-world.js";
import { recordNames } from "../features/names/record-names.js";
import { servedWorld } from "../testing/served-world.js";
import { mcpPath } from "./mcp.js";

/* An assistant must neither take a part of a list for all of it, nor an answer to something it didn't ask for. */

let world: Awaited<ReturnType<typeof servedWorld>>;
let token: string;

type Schema = {
  type?: string;
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  enum?: unknown[];
  minimum?: number;
};
type Tool = {
  name: string;
  inputSchema: { properties?: Record<string, Schema>; required?: string[] };
  outputSchema: { properties: Record<string, Schema> };
};
let tools: Tool[];

async function send(method: string, params: object): Promise<Record<string, unknown>> {
  const response = await fetch(world.url + mcpPath, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return ((await response.json()) as { result: Record<string, unknown> }).result;
}

/** @throws Error with the tool's message if it refuses */
async function use<T = Record<string, unknown>>(name: string, input: object = {}): Promise<T> {
  const answer = await send("tools/call", { name, arguments: input });
  if (answer.isError) throw new Error((answer.content as { text: string }[])[0]!.text);
  return answer.structuredContent as T;
}

const post = async (path: string, body: object): Promise<{ id: string }> => {
  const response = await fetch(world.url + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as { id: string };
};

const run = async (): Promise<void> => {
  // Runs are listed by the time of their start.
  world.deps.clock.advance(minuteMs);
  await use("start_run", { setupId });
  await deliver(world.deps);
};

beforeAll(async () => {
  world = await servedWorld();
  const billing = { ...initialBilling, hasPaymentMethod: true };
  world.deps.db.set(workspaceId, "account", workspaceId, { activeRunId: null, billing });
  ({ token } = await world.addToken("write"));
  tools = (await send("tools/list", {})).tools as Tool[];
  const { connections } = await use<{ connections: { id: string }[] }>("list_connections");
  const connectionId = connections[0]!.id;
  await post("/api/v1/mixpanel/connections", {
    projectId: "1000002",
    serviceUsername: "robot.mp-service-account",
    secretRef: "right-secret",
  });
  for (const version of ["4.0.0", "4.1.0", "4.2.0"])
    await post("/api/v1/releases", { version, at: `2026-11-1${version[2]}T08:00:00.000Z` });
  await post("/api/v1/setups", {
    name: "Other",
    connectionId,
    selectedDetectors: [{ key: "event_stopped" }],
  });
  for (let count = 0; count < 2; count++) await run();
  const seen = { kind: "event" as const, lastDay: "2026-11-18", perDay: 100, valueKind: null, seenOn: null };
  await recordNames(
    world.deps,
    workspaceId,
    await world.deps.connections.get(workspaceId, connectionId),
    "later",
    {
      ...{
        from: "2026-10-01",
        to: "2026-11-18",
        renames: [],
        typeChanges: [],
        personalData: [],
      },
      names: ["Quiz Done", "Tour Seen"].map((name) => ({
        ...{ ...seen, name, firstDay: "2026-11-18", events: [], eventCount: 0 },
      })),
    },
  );
});
afterAll(() => world.close());

const listTools = [
  "list_connections",
  "list_findings",
  "list_incidents",
  "list_names",
  "list_releases",
  "list_runs",
  "list_setups",
];
const keyOf: Record<string, string> = Object.fromEntries(
  listTools.map((name) => [name, name.replace("list_", "")]),
);

type List = { total: number | null; isComplete: boolean; nextCursor: string | null };

describe("every tool that lists", () => {
  it("is in this table", () => {
    expect(
      tools
        .map(({ name }) => name)
        .filter((name) => name.startsWith("list_"))
        .sort(),
    ).toEqual(listTools);
  });

  it.each(listTools)("%s says how many there are, and whether these are all", async (name) => {
    const entries = (answer: object): unknown[] => (answer as Record<string, unknown[]>)[keyOf[name]!]!;
    const all = await use<List>(name, { limit: 50 });
    const count = entries(all).length;
    expect(count).toBeGreaterThan(1);
    expect(all).toMatchObject({ total: count, isComplete: true, nextCursor: null });
    const pages: unknown[] = [];
    for (let cursor: string | null = null; ;) {
      const page: List = await use<List>(name, { limit: 1, ...(cursor === null ? {} : { cursor }) });
      pages.push(...entries(page));
      expect(page).toMatchObject({ total: count, isComplete: pages.length === count });
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect(new Set(pages.map((entry) => JSON.stringify(entry)))).toEqual(
      new Set(entries(all).map((entry) => JSON.stringify(entry))),
    );
    expect(pages).toHaveLength(count);
    await expect(use(name, { cursor: "no cursor" })).rejects.toThrow(/cursor/i);
  });

  it("list_releases searches all of them for a day before it cuts the list", async () => {
    const answer = await use<List & { releases: { version: string }[] }>("list_releases", {
      since: "2026-11-12",
      limit: 1,
    });
    expect(answer).toMatchObject({ releases: [{ version: "4.2.0" }], total: 1 });
  });
});

describe("an acknowledged problem", () => {
  type Findings = List & { findings: { entity: string; status: string | null; incidentId: string }[] };

  it("is listed with what people decided, and counted in the report, while it is still in the data", async () => {
    const before = await use<Findings>("list_findings");
    for (const { incidentId } of before.findings) await use("acknowledge_incident", { incidentId });
    await run();
    const after = await use<Findings>("list_findings");
    expect(after.findings.map(({ entity, status }) => [entity, status])).toEqual(
      before.findings.map(({ entity }) => [entity, "acknowledged"]),
    );
    expect(after).toMatchObject({ total: before.total, isComplete: true });
    const { checks } = await use<{ checks: { alerts: number; warnings: number; known: number }[] }>(
      "read_report",
    );
    expect(checks.reduce((sum, { known }) => sum + known, 0)).toBe(before.total);
    expect(checks.reduce((sum, { alerts, warnings }) => sum + alerts + warnings, 0)).toBe(0);
  });
});

/** Names and texts of people and of the customer's data: anything is allowed. */
const freeTexts = ["comment", "entity", "event", "parent", "pattern", "property", "cursor"];

describe("every tool", () => {
  it("says the form of each value, or it is a name", () => {
    for (const { name, inputSchema } of tools)
      for (const [key, schema] of Object.entries(inputSchema.properties ?? {}))
        if (schema.type === "string" && !freeTexts.includes(key))
          expect([name, key, schema.pattern ?? schema.format ?? schema.enum]).toEqual([
            name,
            key,
            expect.anything(),
          ]);
  });

  it("refuses a value of another form, and names the field", async () => {
    for (const { name, inputSchema } of tools) {
      const properties = Object.entries(inputSchema.properties ?? {}).filter(
        ([key]) => !freeTexts.includes(key),
      );
      for (const [key] of properties) {
        const others = Object.fromEntries(
          (inputSchema.required ?? []).filter((field) => field !== key).map((field) => [field, "x"]),
        );
        for (const value of ["last week", "", { a: 1 }])
          await expect(use(name, { ...others, [key]: value }), `${name} ${key}`).rejects.toThrow(key);
      }
    }
  });

  it.each(["2026-11-5", "2026-02-30", "20261105", "yesterday", "last week", "2026-11-05T00:00:00Z"])(
    "refuses %s as a day, and says how to write one",
    async (since) => {
      const asking = tools.filter(({ inputSchema }) => inputSchema.properties?.since);
      expect(asking.map(({ name }) => name).sort()).toEqual([
        "check_verdict",
        "list_findings",
        "list_releases",
      ]);
      for (const { name } of asking) await expect(use(name, { since })).rejects.toThrow("YYYY-MM-DD");
    },
  );
});
