import { describe, expect, it } from "vitest";
import type { NewName, NewNames } from "../../contract/names/names.js";
import type { NamesInRun, ObservedName } from "../../engine/names/names.js";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { ada as tenant } from "../../testing/tenants.js";
import { testApp, verifiedConnection } from "../../testing/test-app.js";
import { emptyContext, saveContext } from "../project-context/stored-context.js";
import { recordNames } from "./record-names.js";

const path = "/api/v1/names";
const today = "2026-11-17";

const name = (
  kind: ObservedName["kind"],
  text: string,
  fields: Partial<ObservedName> = {},
): ObservedName => ({
  kind,
  name: text,
  firstDay: null,
  lastDay: today,
  perDay: 100,
  events: kind === "event_property" ? ["Paid"] : [],
  eventCount: kind === "event_property" ? 1 : 0,
  seenOn: null,
  valueKind: null,
  ...fields,
});
const run = (to: string, names: ObservedName[]): NamesInRun => ({
  from: "2026-10-01",
  to,
  names,
  renames: [],
  typeChanges: [],
  personalData: [],
});

async function started() {
  const app = testApp();
  const connectionId = await verifiedConnection(app, "ada");
  const connection = await app.connections.get(tenant, connectionId);
  const record = (id: string, inRun: NamesInRun) => recordNames(app, tenant, connection, id, inRun);
  await record("run1", run("2026-11-16", [name("event", "Paid")]));
  const ada = app.as("ada");
  const list = async (query = ""): Promise<NewNames> =>
    (await ada.get(`${path}?${query}`).expect(200)).body as NewNames;
  const decide = (body: object, status = 204) => ada.post(`${path}/decisions`).send(body).expect(status);
  const names = ({ items }: NewNames) => items.map((item) => item.name);
  return { ...app, ada, connection, connectionId, record, list, decide, names };
}

const fresh = [
  name("event", "Quiz Done", { firstDay: today, seenOn: { platform: "iOS", version: "4.2.0" } }),
  name("event_property", "quiz_result", { firstDay: today, valueKind: "text", perDay: 50 }),
  name("event_property", "quiz_step", { firstDay: today, perDay: 20 }),
];

describe("what is new about names", () => {
  it("is nothing before a run and after the first one", async () => {
    const { as } = testApp();
    expect((await as("ada").get(path).expect(200)).body).toMatchObject({ lastDay: null, items: [] });
    const { list } = await started();
    expect(await list()).toMatchObject({
      lastDay: "2026-11-16",
      knownEvents: 1,
      knownProperties: 0,
      items: [],
    });
  });

  it("is told in words, with the run that saw it first", async () => {
    const { record, list } = await started();
    await record("run2", run(today, fresh));
    const { items, counts, knownEvents, knownProperties } = await list();
    expect([knownEvents, knownProperties]).toEqual([2, 2]);
    expect(counts).toEqual({ new: 3, approved: 0, ignored: 0, excluded: 0 });
    expect(items).toMatchObject([
      { title: "New event", label: "Quiz Done", seenOn: "iOS 4.2.0", runId: "run2", state: "new" },
      { title: "New property", label: "quiz_result", sentence: "On Paid. Values: text.", events: ["Paid"] },
      { title: "New property", label: "quiz_step", sentence: "On Paid." },
    ] satisfies Partial<NewName>[]);
    expect((await list("search=RESULT")).items).toHaveLength(1);
    expect((await list("kind=renamed")).items).toEqual([]);
    expect((await list("runId=run2")).items).toHaveLength(3);
    expect((await list("runId=run1")).items).toEqual([]);
  });

  it("says what is described, hidden or dropped in Lexicon, once that is known", async () => {
    const { record, list, objects, connection } = await started();
    await record("run2", run(today, [...fresh, name("event", "Old Quiz", { firstDay: today, perDay: 1 })]));
    const inLexicon = async () => (await list()).items.map((item) => [item.name, item.lexicon]);
    expect(new Set((await inLexicon()).map(([, state]) => state))).toEqual(new Set([null]));
    await saveContext(objects, tenant, connection, {
      ...emptyContext(`${today}T00:00:00Z`),
      knowsLexicon: true,
      lexicon: { "Quiz Done": "hidden", quiz_result: "dropped" },
      described: {
        event: ["Quiz Done", "Old Quiz"],
        event_property: ["quiz_result"],
        user_property: ["quiz_step"],
      },
    });
    expect(await inLexicon()).toEqual([
      ["Quiz Done", "hidden"],
      ["quiz_result", "described"],
      ["quiz_step", "not_described"],
      ["Old Quiz", "described"],
    ]);
  });

  it("says which open incidents a rename explains", async () => {
    const { record, list, incidents, connectionId } = await started();
    const renamed = {
      kind: "event" as const,
      from: "Paid",
      to: ["paid"],
      day: today,
      volume: 1,
      shared: null,
    };
    await record("run2", {
      ...run(today, [...fresh, name("event", "paid", { firstDay: today })]),
      renames: [{ ...renamed, events: [] }],
    });
    const put = async (id: string, entity: string, names: string[] | null, isClosed = false) => {
      const incident = incidentRecord(id, connectionId, { entity, isClosed });
      incident.finding.found.renamedTo = names && { names, since: today, volume: 1 };
      await incidents.change(tenant, id, () => ({ incident, entries: [] }));
    };
    await put("i1", "Paid", ["paid"]);
    await put("i2", "Paid", null);
    await put("i3", "Other", ["paid"]);
    await put("i4", "Paid", ["paid"], true);
    const explains = Object.fromEntries((await list()).items.map((item) => [item.name, item.explains]));
    expect(explains).toMatchObject({ paid: ["i1"], "Quiz Done": [] });
  });

  it("is decided one by one, with who decided, and taken back", async () => {
    const { record, list, decide, names } = await started();
    await record("run2", run(today, fresh));
    const [quiz] = (await list()).items;
    await decide({ ids: [quiz!.id], state: "approved" });
    const approved = await list("state=approved");
    expect(approved.items).toMatchObject([
      { name: "Quiz Done", decidedBy: expect.stringContaining("ada") as string },
    ]);
    expect(names(await list())).toEqual(["quiz_result", "quiz_step"]);
    await decide({ ids: [quiz!.id], state: "new" });
    expect((await list()).counts).toMatchObject({ new: 3, approved: 0 });
    await decide({ ids: [quiz!.id, "unknown"], state: "ignored" }, 404);
    await decide({ state: "approved" }, 400);
    await decide({ pattern: "quiz*", state: "excluded" }, 400);
  });

  it("is decided by patterns that also cover later names", async () => {
    const { record, list, decide, names } = await started();
    await decide({ pattern: "quiz_*", state: "approved" });
    await record("run2", run(today, fresh));
    expect(names(await list())).toEqual(["Quiz Done"]);
    const { patterns } = await list();
    expect(patterns).toEqual([{ pattern: "quiz_*", state: "approved", isFromFile: false }]);
    // The longest pattern counts, in whichever order they were made.
    await decide({ pattern: "quiz_re*", state: "ignored" });
    await decide({ pattern: "quiz_*", state: "approved" });
    expect(names(await list("state=ignored"))).toEqual(["quiz_result"]);
    await decide({ pattern: "quiz_re*", state: "new" });
    await decide({ pattern: "quiz_*", state: "new" });
    expect((await list()).items).toHaveLength(3);
  });

  it("is excluded where Data Settings excludes, in both directions", async () => {
    const { record, list, decide, names, schema, connectionId } = await started();
    await record("run2", run(today, fresh));
    const [quiz, result] = (await list()).items;
    await decide({ ids: [quiz!.id, result!.id], state: "excluded" });
    const exclusions = await schema.exclusions(tenant, connectionId);
    expect([...exclusions.events]).toEqual(["Quiz Done"]);
    expect([...exclusions.eventProperties]).toEqual([["Paid", new Set(["quiz_result"])]]);
    expect(names(await list("state=excluded"))).toEqual(["Quiz Done", "quiz_result"]);
    await schema.changeExclusions(tenant, connectionId, [
      { kind: "event", event: "Quiz Done", isExcluded: false },
    ]);
    expect(names(await list())).toEqual(["Quiz Done", "quiz_step"]);
    await decide({ ids: [result!.id], state: "approved" });
    expect(names(await list("state=approved"))).toEqual(["quiz_result"]);
  });

  it("comes in pages and answers for 20,000 names", async () => {
    const { record, list } = await started();
    const letters = (number: number) =>
      String(number).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);
    const many = Array.from({ length: 20_000 }, (_, at) =>
      name("event", `${letters(at)} ${letters(at * 7)} Done`, { firstDay: at < 150 ? today : null }),
    );
    await record("run2", run(today, many));
    const first = await list("limit=100");
    expect(first).toMatchObject({ knownEvents: 20_001, nextCursor: "100" });
    expect(first.items).toHaveLength(100);
    expect((await list("cursor=100")).nextCursor).toBeNull();
    expect((await list("cursor=120&limit=20")).nextCursor).toBe("140");
  });

  it("loses nothing if runs of two setups end at the same time", async () => {
    const { record, list } = await started();
    await Promise.all(fresh.map((one, at) => record(`run${at}`, run(today, [one]))));
    expect((await list()).items).toHaveLength(3);
  });

  it("survives a failing store: the next run makes up for it", async () => {
    const { record, list, objects } = await started();
    const { update } = objects;
    objects.update = () => Promise.reject(new Error("unavailable"));
    await record("run2", run(today, fresh));
    objects.update = update;
    expect((await list()).items).toEqual([]);
    await record("run3", run("2026-11-18", fresh));
    expect((await list()).items).toHaveLength(3);
  });
});
