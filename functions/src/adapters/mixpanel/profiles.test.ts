import { expect, it } from "vitest";
import { profiles } from "./profiles.js";
import type { Transport } from "./transport.js";

const access = { region: "us", projectId: "1", username: "u", secret: "s" } as const;

/** Answers each call with the next page and records which page was requested. */
function engage(pages: { total: number; size: number; ids: string[] }[]) {
  const asked: string[] = [];
  const send: Transport = async (_access, { form }) => {
    asked.push(form?.page ?? "0");
    const { total, size, ids } = pages[Math.min(asked.length, pages.length) - 1]!;
    const results = ids.map((id) => ({ $distinct_id: id, $properties: {} }));
    return Response.json({ status: "ok", session_id: "x", page_size: size, total, results });
  };
  const read = async () => {
    const ids: string[] = [];
    for await (const page of profiles(send, access, {}))
      ids.push(...page.profiles.map(({ distinctId }) => distinctId));
    return ids;
  };
  return { asked, read };
}

it("requests a page again that is shorter than the total implies", async () => {
  const { asked, read } = engage([
    { total: 5, size: 2, ids: ["a", "b"] },
    { total: 5, size: 2, ids: ["c"] },
    { total: 5, size: 2, ids: ["c", "d"] },
    { total: 5, size: 2, ids: ["e"] },
  ]);
  expect(await read()).toEqual(["a", "b", "c", "d", "e"]);
  expect(asked).toEqual(["0", "1", "1", "2"]);
});

it("fails rather than counting too few if a page stays short", async () => {
  const { asked, read } = engage([
    { total: 5, size: 2, ids: ["a", "b"] },
    { total: 5, size: 2, ids: ["c"] },
  ]);
  await expect(read()).rejects.toMatchObject({ kind: "incomplete" });
  expect(asked).toEqual(["0", "1", "1", "1"]);
});

it("ends at the total without asking for an empty page", async () => {
  const { asked, read } = engage([
    { total: 4, size: 2, ids: ["a", "b"] },
    { total: 4, size: 2, ids: ["c", "d"] },
  ]);
  expect(await read()).toHaveLength(4);
  expect(asked).toHaveLength(2);
});
