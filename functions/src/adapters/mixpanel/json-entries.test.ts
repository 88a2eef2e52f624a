import { describe, expect, it } from "vitest";
import { BrokenJsonError, jsonEntries } from "./json-entries.js";

async function* pieces(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

async function entriesOf(text: string, path: string[], length = text.length) {
  const found: Record<string, unknown> = {};
  for await (const [key, value] of jsonEntries(pieces(text, length), [path])) found[key] = value;
  return found;
}

const answer = {
  status: "ok",
  projects: { decoy: 1 },
  results: {
    user: { name: 'a "quoted" {name}', list: [{ projects: { decoy: 2 } }, "}", []] },
    projects: {
      "1": { name: 'Shop, \\ "one"', domain: "mixpanel.com", teams: [{ projects: {} }, ":,{"] },
      "\u00e9": null,
      "3": [1, { "4": 5 }],
      "5": 7.5,
    },
    organizations: { "9": { projects: { decoy: 3 } } },
  },
};

describe("members of an object inside a large JSON text", () => {
  it.each([undefined, 2])("are found wherever the text is cut (indentation %s)", async (indent) => {
    const text = JSON.stringify(answer, null, indent);
    for (let length = 1; length <= 60; length++)
      expect(await entriesOf(text, ["results", "projects"], length)).toEqual(answer.results.projects);
  });

  it("are empty if the path leads nowhere, or to something else", async () => {
    const text = JSON.stringify(answer);
    expect(await entriesOf(text, ["results", "missing"])).toEqual({});
    expect(await entriesOf(text, ["results", "user", "list"])).toEqual({});
    expect(await entriesOf("{}", ["results", "projects"])).toEqual({});
    expect(await entriesOf('{"results":{"projects":{}}}', ["results", "projects"])).toEqual({});
  });

  it("of text that is cut off or isn't JSON are an error", async () => {
    const text = JSON.stringify(answer);
    for (const broken of [
      "",
      "<html>",
      text.slice(0, -1),
      text.slice(0, 200),
      '{"results":{"projects":{"1":{]}}}',
    ])
      await expect(entriesOf(broken, ["results", "projects"])).rejects.toThrow(BrokenJsonError);
  });

  it("are returned before the rest has arrived, which is never kept", async () => {
    async function* endless() {
      yield '{"results":{"projects":{"1":{"name":"Shop"},"2":{';
      for (;;) yield `"text":"${"x".repeat(1_000)}",`;
    }
    for await (const entry of jsonEntries(endless(), [["results", "projects"]])) {
      expect(entry).toEqual(["1", { name: "Shop" }]);
      break;
    }
  });

  it("of a list are found under any of several paths, wherever the text is cut", async () => {
    const lists = [
      [],
      [1, "a, ] b", null],
      [{ id: 1, results: [5], text: '"]' }, [], { results: { results: [7] } }],
    ];
    const paths = [[], ["results"], ["results", "results"]];
    for (const list of lists)
      for (const whole of [
        list,
        { status: "ok", results: list },
        { results: { results: list, page: { next: 1 } } },
      ])
        for (const length of [1, 2, 3, 7, 1_000]) {
          const found = [];
          for await (const [, value] of jsonEntries(
            pieces(JSON.stringify(whole, null, 1), length),
            paths,
            "list",
          ))
            found.push(value);
          expect(found).toEqual(list);
        }
  });
});
