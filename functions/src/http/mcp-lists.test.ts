import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { mostDetailedRows } from "../contract/results.js";
import { minuteMs } from "../common/time.js";
import { initialBilling } from "../features/billing/account/run-permission.js";
import { connectionId, deliver, setupId, workspaceId } from "../testing/run-world.js";
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

/** A tool's answer goes into an assistant's context, so it stays this small, whatever a workspace has gathered. */
const mostCharacters = 200_000;

describe("with far more findings, comments, replayed days and properties than usual", () => {
  const many = <T>(entry: T, count: number): T[] => Array.from({ length: count }, () => entry);
  const lastFound: Record<string, string> = {};
  let replayId: string;

  beforeAll(async () => {
    const { incidents, objects, schema } = world.deps;
    const { findings } = await use<{ findings: Record<string, string>[] }>("list_findings");
    Object.assign(lastFound, findings[0]);
    ({ id: replayId } = await use<{ id: string }>("replay_setup", { setupId }));
    await deliver(world.deps);
    const timeline = incidents.timeline.bind(incidents);
    vi.spyOn(incidents, "timeline").mockImplementation(async (...args) =>
      many({ ...(await timeline(...args))[0]!, text: "x".repeat(2_000) }, 400),
    );
    const readRange = objects.readRange.bind(objects);
    vi.spyOn(objects, "readRange").mockImplementation(async (...args) =>
      Buffer.concat(many((await readRange(...args))!, 200)),
    );
    const read = objects.read.bind(objects);
    vi.spyOn(objects, "read").mockImplementation(async (path) => {
      const bytes = await read(path);
      if (bytes === null || !path.includes("/replays/")) return bytes;
      const replay = JSON.parse(bytes.toString("utf8")) as { days: { findings: object[] }[] };
      const findings = many(replay.days.flatMap((day) => day.findings)[0]!, 50);
      const day = { ...replay.days[0]!, findings, newFindings: findings.length };
      return Buffer.from(JSON.stringify({ ...replay, days: many(day, 28) }));
    });
    const startedAt = world.deps.clock.now().toISOString();
    const sync = { id: "s", status: "running" as const, startedAt, errorMessage: null };
    await schema.claimSync(workspaceId, connectionId, sync, startedAt);
    const properties = Array.from({ length: 9_000 }, (_, index) => ({
      name: `property ${index}`,
      lastDetectedAt: startedAt,
    }));
    const event = {
      name: "Purchase",
      isDropped: false,
      isHidden: false,
      lastDetectedAt: startedAt,
      properties,
    };
    await schema.completeSync(
      workspaceId,
      connectionId,
      "s",
      { events: [event], userProperties: [] },
      startedAt,
    );
  });
  afterAll(() => vi.restoreAllMocks());

  /**
   * What each tool is asked, and which list of its answer has a cursor. Those without one have a small answer;
   * of them, `get_workspace`, `incident_context` and `who_uses` contain nothing of what is enlarged here.
   */
  const questions: Record<string, { input?: () => Promise<object> | object; list?: string }> = {
    ...Object.fromEntries(listTools.map((name) => [name, { list: keyOf[name]! }])),
    acknowledge_incident: { input: () => ({ incidentId: lastFound["incidentId"] }) },
    check_verdict: {
      input: () => ({
        check: lastFound["check"],
        entity: lastFound["entity"],
        ...(lastFound["parent"] && { parent: lastFound["parent"] }),
      }),
    },
    decide_names: { input: () => ({ pattern: "quiz_*", state: "approved" }) },
    describe_event: { input: () => ({ event: "Purchase" }), list: "properties" },
    explain_incident: { input: () => ({ incidentId: lastFound["incidentId"] }), list: "timeline" },
    get_workspace: {},
    incident_context: { input: () => ({ incidentId: lastFound["incidentId"] }) },
    read_replay: { input: () => ({ replayId }), list: "findings" },
    read_report: {},
    replay_setup: { input: () => ({ setupId }) },
    start_run: { input: () => ({ setupId }) },
    who_uses: { input: () => ({ connectionId, event: "Purchase" }) },
  };

  it("asks every tool", () => {
    expect(Object.keys(questions).sort()).toEqual(tools.map(({ name }) => name).sort());
  });

  it.each(Object.entries(questions))(
    "%s stays small, and a list that is cut goes on",
    async (name, { input, list }) => {
      const asked = (await input?.()) ?? {};
      let seen = 0;
      for (let cursor: string | null = null; ;) {
        const page: List & Record<string, unknown> = await use(
          name,
          cursor === null ? asked : { ...asked, cursor },
        );
        expect(JSON.stringify(page).length).toBeLessThan(mostCharacters);
        if (list === undefined) return;
        seen += (page[list] as unknown[]).length;
        // Null: a check's further findings are only in the report.
        expect(page).toMatchObject({ isComplete: seen === page.total });
        cursor = page.nextCursor;
        if (cursor === null) return expect(seen).toBe(page.total ?? 2 * mostDetailedRows);
      }
    },
  );
});

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
