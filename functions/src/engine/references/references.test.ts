import { describe, expect, it } from "vitest";
import { corpus, definitions } from "./corpus.testing.js";
import { addExpression } from "./expression-references.js";
import type { Definitions, NameReference } from "./model.js";
import { countedEvents, customEventReferences, referencesIn } from "./references.js";
import { referenceIndex, resolveReferences, usersOf } from "./reference-index.js";

type Alternatives = Parameters<typeof customEventReferences>[0];
const byId = <T, V>(record: Record<string, T>, value: (one: T) => V) =>
  new Map(Object.entries(record).map(([id, one]) => [id, value(one)]));

const known: Definitions = {
  customEvents: byId(definitions.customEvents, ({ alternatives }) =>
    customEventReferences(alternatives as Alternatives),
  ),
  customProperties: byId(definitions.customProperties, (definition) => referencesIn(definition)),
  cohorts: byId(definitions.cohorts, (definition) => referencesIn(definition)),
  metrics: byId(definitions.metrics, (clause) => ({
    references: referencesIn({ show: [clause] }),
    events: countedEvents({ show: [clause] }),
  })),
};

const written = (reference: NameReference): string => {
  if (reference.kind === "event") return reference.event;
  if (reference.kind === "user-property") return `user.${reference.property}`;
  return `${reference.event ?? "*"}.${reference.property}`;
};

const namesIn = (params: unknown): string[] =>
  resolveReferences(referencesIn(params), known).map(written).sort();

describe("the names that saved reports read", () => {
  it("are found in more than sixty documents of four types", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(60);
    expect(new Set(corpus.map(({ type }) => type)).size).toBe(4);
  });

  it.each(corpus)("$type: $what", ({ params, names }) => {
    expect(namesIn(params)).toEqual([...new Set(names)].sort());
  });

  it("are complete (recall 100%) and right (precision at least 99%) over all of them", () => {
    let [found, right, wanted] = [0, 0, 0];
    for (const { params, names } of corpus) {
      const expected = new Set(names);
      const actual = namesIn(params);
      found += actual.length;
      right += actual.filter((name) => expected.has(name)).length;
      wanted += expected.size;
    }
    expect(right / wanted).toBe(1);
    expect(right / found).toBeGreaterThanOrEqual(0.99);
  });

  it.each([
    null,
    undefined,
    5,
    "",
    "{",
    "[]",
    [],
    [[[]]],
    { sections: null },
    { sections: { show: "x", filter: 5 } },
  ])("are not found in %j", (params) => {
    expect(namesIn(params)).toEqual([]);
  });

  it("are ignored below a depth that no person's definition reaches", () => {
    let node: Record<string, unknown> = { name: "x" };
    for (let depth = 0; depth < 50_000; depth++) node = { behaviors: [node] };
    expect(namesIn({ sections: { show: [{ behavior: node }] } })).toEqual([]);
  });

  it("include the event and user properties of an expression, in single or double quotes", () => {
    const found = referencesIn(null);
    addExpression(
      found,
      `properties["a \\"b\\""] > 1 and defined(user['plan']) or (event["c"]) and xproperties["no"]`,
      ["E"],
    );
    expect(found.properties.map(({ name }) => name)).toEqual(['a "b"', "c"]);
    expect([...found.userProperties]).toEqual(["plan"]);
  });
});

describe("the saved objects that use an event property", () => {
  const saved = (name: string, event: string | null, property: string) => ({
    object: {
      kind: "report",
      id: name,
      name,
      owner: null,
      views: 0,
      modifiedAt: null,
      parentId: null,
    } as const,
    references: [{ kind: "event-property", event, property } as const],
  });
  const index = referenceIndex([
    saved("of Order", "Order", "plan"),
    saved("of any event", null, "plan"),
    saved("of Refund", "Refund", "plan"),
    saved("another property", "Order", "country"),
  ]);

  it("name it on this event or on any", () => {
    const users = usersOf(index, { kind: "event-property", event: "Order", property: "plan" });
    expect(users.map(({ name }) => name)).toEqual(["of Order", "of any event"]);
  });
});
