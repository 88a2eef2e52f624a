import { expect, it } from "vitest";
import { eventCounts } from "./event-counts.js";
import { profiles } from "./profiles.js";
import type { Transport } from "./transport.js";

const access = { region: "us", projectId: "1", username: "u", secret: "s" } as const;
const answering =
  (text: string): Transport =>
  async () =>
    new Response(text);

it("reads the counts of an event named __proto__", async () => {
  const send = answering('{"data":{"values":{"__proto__":{"2026-11-17":7},"constructor":{"2026-11-17":8}}}}');
  const query = { events: ["__proto__", "constructor"], from: "2026-11-17", to: "2026-11-17" };
  const counts = await eventCounts(send, access, query);
  expect([...counts].map(([event, days]) => [event, [...days]])).toEqual([
    ["__proto__", [["2026-11-17", 7]]],
    ["constructor", [["2026-11-17", 8]]],
  ]);
});

it("reads a user property named __proto__", async () => {
  const page = '{"page_size":10,"total":1,"results":[{"$distinct_id":7,"$properties":{"__proto__":"x"}}]}';
  for await (const { profiles: read } of profiles(answering(page), access, {})) {
    expect(read[0]!.distinctId).toBe("7");
    expect(Object.entries(read[0]!.properties)).toEqual([["__proto__", "x"]]);
  }
});

it("doesn't accept a list or text as counts", async () => {
  const query = { events: ["a"], from: "2026-11-17", to: "2026-11-17" };
  for (const values of ["[]", '"x"', "null", '{"a":[1]}'])
    await expect(
      eventCounts(answering(`{"data":{"values":${values}}}`), access, query),
    ).rejects.toMatchObject({
      kind: "unavailable",
    });
});
