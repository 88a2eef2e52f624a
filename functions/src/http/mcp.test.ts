import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import express from "express";
import supertest from "supertest";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connectionId, deliver, runsOf, setupId, workspaceId } from "../testing/run-world.js";
import { servedWorld } from "../testing/served-world.js";
import { testApp } from "../testing/test-app.js";
import { mcpPath } from "./mcp.js";

/* The protocol's own client against the real API over in-memory adapters. */

let world: Awaited<ReturnType<typeof servedWorld>>;
let reader: Client;
let triager: Client;
let readToken: { id: string; token: string };
const used = new Set<string>();

async function connect(token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpPath, world.url), { requestInit }));
  return client;
}

/** Calls a tool and returns its result. @throws Error with the tool's message if it refuses */
async function use<T>(client: Client, name: string, input: object = {}): Promise<T> {
  used.add(name);
  const answer = await client.callTool({ name, arguments: { ...input } });
  const [content] = answer.content as { text: string }[];
  if (answer.isError) throw new Error(content!.text);
  expect(JSON.parse(content!.text)).toEqual(answer.structuredContent);
  return answer.structuredContent as T;
}

beforeAll(async () => {
  world = await servedWorld();
  const { deps } = world;
  const startedAt = deps.clock.now().toISOString();
  const sync = { id: "s", status: "running" as const, startedAt, errorMessage: null };
  await deps.schema.claimSync(workspaceId, connectionId, sync, startedAt);
  const property = { name: "$os", lastDetectedAt: startedAt };
  const event = { name: "Purchase", isDropped: false, isHidden: false, lastDetectedAt: startedAt };
  const inventory = { events: [{ ...event, properties: [property] }], userProperties: [] };
  await deps.schema.completeSync(workspaceId, connectionId, "s", inventory, startedAt);
  readToken = await world.addToken("read");
  reader = await connect(readToken.token);
  triager = await connect((await world.addToken("triage")).token);
  await expect(use(reader, "read_report")).rejects.toThrow("No run has ended with a report yet");
  const { id } = await use<{ id: string }>(triager, "start_run", { setupId });
  await deliver(deps);
  expect((await runsOf(deps))[0]).toMatchObject({ id, status: "completed" });
});
afterAll(async () => {
  await reader.close();
  await triager.close();
  await world.close();
});

type Finding = {
  check: string;
  entity: string;
  parent: string | null;
  since: string;
  lastDay: string;
  severity: string;
  incidentId: string;
};
type Verdict = {
  agrees: boolean;
  rule: string;
  steps: { what: string; computed: number; reported: number | null; agrees: boolean | null }[];
  days: { day: string; isFlagged: boolean }[];
};

describe("tools for assistants", () => {
  it("say what is wrong and since when, and recompute it from the daily numbers", async () => {
    const report = await use<{ result: string; checks: object[] }>(reader, "read_report");
    expect(report).toMatchObject({ status: "completed", setup: { id: setupId }, project: "Demo Shop" });
    expect(report.result).toMatch(/alert/);
    const { findings, isComplete } = await use<{ findings: Finding[]; isComplete: boolean }>(
      reader,
      "list_findings",
    );
    expect(isComplete).toBe(true);
    expect(findings).toContainEqual(
      expect.objectContaining({ entity: "Purchase", since: "2026-11-16", severity: "alert" }),
    );
    expect(findings).toContainEqual(expect.objectContaining({ entity: "plan", parent: "Sign Up" }));
    const { incidents } = await use<{ incidents: { id: string }[] }>(reader, "list_incidents");
    expect(findings.map(({ incidentId }) => incidentId)).toEqual(incidents.map(({ id }) => id));
    for (const { check, entity, parent, since, lastDay } of findings) {
      const input = { check, entity, ...(parent === null ? {} : { parent }), since, lastDay };
      const verdict = await use<Verdict>(reader, "check_verdict", input);
      expect([entity, verdict.agrees, verdict.steps.length > 2]).toEqual([entity, true, true]);
      expect(verdict.rule.length).toBeGreaterThan(50);
      expect(verdict.days.some(({ isFlagged }) => isFlagged)).toBe(true);
    }
    const purchase = await use<Verdict>(reader, "check_verdict", {
      check: "event_count_change",
      entity: "Purchase",
    });
    expect(purchase.steps[0]).toEqual(
      expect.objectContaining({ what: "Observed", computed: 240, reported: 240, agrees: true }),
    );
    const late = await use<{ findings: Finding[] }>(reader, "list_findings", { since: "2026-11-17" });
    expect(late.findings.map(({ entity }) => entity)).not.toContain("Purchase");
    await expect(
      use(reader, "check_verdict", { check: "event_count_change", entity: "Nothing" }),
    ).rejects.toThrow("list_findings");
  });

  it("recompute the finding that is meant if there are several on an event", async () => {
    const { objects } = world.deps;
    const readRange = objects.readRange.bind(objects);
    const read = vi.spyOn(objects, "readRange").mockImplementation(async (...range) => {
      const lines = (await readRange(...range))!.toString("utf8");
      const days = lines.split("\n").find((line) => line.includes('"Purchase"'))!;
      const hours = { ...(JSON.parse(days) as object), last_day: "2026-11-18", reason: "Hours" };
      return Buffer.from(`${JSON.stringify(hours)}\n${lines}`);
    });
    const reasonOf = async (days: object) => {
      const input = { check: "event_count_change", entity: "Purchase", ...days };
      return (await use<{ reason: string }>(reader, "check_verdict", input)).reason;
    };
    expect(await reasonOf({ since: "2026-11-16", lastDay: "2026-11-18" })).toBe("Hours");
    expect(await reasonOf({ since: "2026-11-16", lastDay: "2026-11-17" })).toContain(
      "240 events in the last 2 days",
    );
    await expect(reasonOf({ since: "2026-11-15" })).rejects.toThrow("no such finding");
    read.mockRestore();
  });

  it("say what is monitored, and by which setups", async () => {
    expect(await use(reader, "get_workspace")).toMatchObject({ id: workspaceId, token: { scope: "read" } });
    expect(await use(reader, "list_connections")).toMatchObject({
      connections: [{ id: connectionId, timeZone: "America/New_York" }],
    });
    expect(await use(reader, "list_setups")).toMatchObject({ setups: [{ id: setupId }] });
    expect(await use(reader, "list_runs", { setupId })).toMatchObject({ runs: [{ status: "completed" }] });
    expect(await use(reader, "describe_event", { event: "Purchase" })).toMatchObject({
      properties: [{ name: "$os" }],
      checkedBy: [{ setupId, checks: ["event_count_change", "event_property_null_rate"] }],
    });
    await expect(use(reader, "describe_event", { event: "purchase" })).rejects.toThrow(
      "Names must match exactly",
    );
    const release = { version: "4.2.0", at: "2026-11-16T08:00:00.000Z" };
    await fetch(`${world.url}/api/v1/releases`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${(await world.addToken("triage")).token}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(release),
    });
    expect(await use(reader, "list_releases", { since: "2026-11-16" })).toMatchObject({
      releases: [release],
    });
    expect(await use(reader, "list_releases", { since: "2026-11-17" })).toMatchObject({
      releases: [],
      total: 0,
    });
  });

  it("decide about names by pattern, with a token that may write", async () => {
    const pattern = { pattern: "quiz_*", state: "approved" };
    await expect(use(triager, "decide_names", pattern)).rejects.toThrow("scope (triage)");
    const writer = await connect((await world.addToken("write")).token);
    expect(await use(writer, "decide_names", pattern)).toEqual({ state: "approved" });
    await expect(use(writer, "decide_names", { state: "ignored" })).rejects.toThrow("Invalid body");
    await writer.close();
  });

  it("list names that are new, for the connection that is asked for", async () => {
    expect(await use(reader, "list_names", {})).toMatchObject({ names: [], isComplete: true });
    await expect(use(reader, "list_names", { connectionId: "nobodys" })).rejects.toThrow("connection");
  });

  it("replay a setup, and again with another threshold", async () => {
    type Shown = { id: string; status: string; days: object[]; findings: object[]; isComplete: boolean };
    await expect(use(reader, "replay_setup", { setupId })).rejects.toThrow("scope (read)");
    await expect(use(triager, "replay_setup", { setupId: "none" })).rejects.toThrow();
    const { id, ...started } = await use<Shown>(triager, "replay_setup", { setupId });
    expect(started).toMatchObject({ status: "running", isComplete: false });
    await deliver(world.deps);
    const replay = await use<Shown>(reader, "read_replay", { replayId: id });
    expect(replay).toMatchObject({ status: "done", isComplete: true });
    expect(replay.days.at(-1)).toMatchObject({ day: "2026-11-17", status: "complete", newFindings: 0 });
    expect(replay.findings).toMatchObject([
      { day: "2026-11-16", check: "event_count_change", entity: "Purchase" },
      { day: "2026-11-15", check: "event_property_null_rate", entity: "plan", parent: "Sign Up" },
    ]);
    expect(await use<Shown>(triager, "replay_setup", { setupId })).toEqual(replay);
    const stricter = await use<Shown>(triager, "replay_setup", { setupId, thresholdPercent: 90, days: 7 });
    expect(stricter.id).not.toBe(id);
    await deliver(world.deps);
    expect(await use(reader, "read_replay", { replayId: stricter.id })).toMatchObject({
      checks: [{ settings: { thresholdPercent: 90 } }, { settings: { thresholdPercent: 90 } }],
      progress: { total: 7 },
    });
    await expect(use(reader, "read_replay", { replayId: "none" })).rejects.toThrow();
  });

  it("show incidents and acknowledge them, within the token's scope", async () => {
    const { incidents } = await use<{ incidents: { id: string; entity: string; connectionId: string }[] }>(
      reader,
      "list_incidents",
    );
    const incidentId = incidents.find(({ entity }) => entity === "Purchase")!.id;
    expect(await use(reader, "explain_incident", { incidentId })).toMatchObject({
      status: "open",
      timeline: [{ kind: "opened" }],
    });
    const { usedBy } = await use<{ usedBy: object }>(reader, "incident_context", { incidentId });
    expect(usedBy).toMatchObject({ readAt: null, objects: [] });
    const { connectionId } = incidents[0]!;
    expect(await use(reader, "who_uses", { connectionId, event: "Purchase" })).toEqual(usedBy);
    await expect(use(reader, "who_uses", { connectionId })).rejects.toThrow("Name an event or a property");
    await expect(use(reader, "acknowledge_incident", { incidentId })).rejects.toThrow("scope (read)");
    await expect(use(reader, "start_run", { setupId })).rejects.toThrow("scope (read)");
    const comment = "Rolled back.";
    expect(await use(triager, "acknowledge_incident", { incidentId, comment })).toMatchObject({
      status: "acknowledged",
      // Acknowledging with a token assigns nobody.
      assignee: null,
    });
    const { timeline } = await use<{ timeline: { kind: string; text: string }[] }>(
      reader,
      "explain_incident",
      {
        incidentId,
      },
    );
    expect(timeline.map(({ kind }) => kind)).toEqual(["commented", "acknowledged", "opened"]);
    await world.deps.incidents.change(workspaceId, incidentId, (before) => ({
      incident: { ...before!, comments: { count: 200, latestIds: [] } },
      entries: [],
    }));
    await expect(use(triager, "acknowledge_incident", { incidentId, comment })).rejects.toThrow(
      "Acknowledged, but the comment was not added: An incident can have 200 comments.",
    );
    await expect(use(reader, "explain_incident", { incidentId: "none" })).rejects.toThrow();
  });

  it("each have a description, schemas and a read-only hint, and are all called above", async () => {
    const { tools } = await reader.listTools();
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect([name, title, description!.length > 60, inputSchema.type, outputSchema?.type]).toEqual([
        name,
        expect.any(String),
        true,
        "object",
        "object",
      ]);
      const changes = ["start_run", "replay_setup", "acknowledge_incident", "decide_names"].includes(name);
      expect([name, annotations?.readOnlyHint]).toEqual([name, !changes]);
      for (const [key, property] of Object.entries(inputSchema.properties ?? {}))
        if (!["limit", "comment", "severity"].includes(key))
          expect([name, key, property]).toEqual([
            name,
            key,
            expect.objectContaining({ description: expect.any(String) }),
          ]);
    }
    expect([...used].sort()).toEqual(tools.map(({ name }) => name).sort());
  });

  it("refuse invalid input and say what is invalid", async () => {
    await expect(use(reader, "list_findings", { severity: "loud" })).rejects.toThrow("severity");
    await expect(use(reader, "start_run")).rejects.toThrow("setupId");
    await expect(use(reader, "list_findings", { sinse: "2026-11-16" })).rejects.toThrow(
      "sinse: Unknown field. Did you mean since?",
    );
    for (const { name, inputSchema } of (await reader.listTools()).tools) {
      expect([name, inputSchema.additionalProperties]).toEqual([name, false]);
      await expect(use(reader, name, { nonsense: 1 })).rejects.toThrow("nonsense: Unknown field.");
    }
    await expect(use(reader, "no_such_tool")).rejects.toThrow("no_such_tool");
    used.delete("no_such_tool");
  });

  it("are refused from the first request after the token is revoked", async () => {
    const { id, token } = await world.addToken("read");
    const client = await connect(token);
    await use(client, "list_setups");
    await world.deps.tokens.delete(workspaceId, id, ({ name, createdAt, createdBy }) => ({
      id,
      createdAt,
      action: "token.revoked",
      via: "web",
      actor: createdBy,
      target: name,
      ip: null,
    }));
    await expect(use(client, "list_setups")).rejects.toThrow("revoked");
    await client.close();
  });
});

describe("the endpoint for assistants", () => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  it("needs an API token of the named workspace, and takes one message at a time", async () => {
    const app = testApp();
    const { token } = await app.addToken("ada", "ada", "read");
    await app.anonymous.post(mcpPath).send(message).expect(401);
    await app.as("ada").post(mcpPath).send(message).expect(401);
    await app.withToken(token, "bob").post(mcpPath).send(message).expect(403);
    const send = (body: object) =>
      app.withToken(token).post(mcpPath).set("Accept", "application/json, text/event-stream").send(body);
    const { body } = await send(message).expect(200);
    expect(body.result.tools.length).toBeGreaterThan(10);
    await send([message, message]).expect(400);
    await send({ hello: "world" }).expect(400);
    await app.withToken(token).get(mcpPath).expect(405);
  });

  it("knows the address that a request came from, behind proxies too", async () => {
    let seen: string | null = null;
    const world = testApp({
      listSetups: ({ actor }) => {
        seen = actor.ip;
        return [];
      },
    });
    const { token } = await world.addToken("ada", "ada", "read");
    const behindProxy = express().use((req, _res, next) => {
      Object.defineProperty(req.socket, "remoteAddress", { value: "169.254.8.1" });
      next();
    }, world.app);
    await supertest(behindProxy)
      .post(mcpPath)
      .set({ Authorization: `Bearer ${token}`, Accept: "application/json, text/event-stream" })
      .set("X-Forwarded-For", "203.0.113.9")
      .send({ ...message, method: "tools/call", params: { name: "list_setups", arguments: {} } })
      .expect(200);
    expect(seen).toBe("203.0.113.9");
  });

  it("doesn't reveal internal errors", async () => {
    const broken = testApp({ listSetups: () => Promise.reject(new Error("password in here")) });
    const { token } = await broken.addToken("ada", "ada", "read");
    const { text } = await broken
      .withToken(token)
      .post(mcpPath)
      .set("Accept", "application/json, text/event-stream")
      .send({ ...message, method: "tools/call", params: { name: "list_setups", arguments: {} } })
      .expect(200);
    expect(text).toContain("Internal error.");
    expect(text).not.toContain("password");
  });
});
