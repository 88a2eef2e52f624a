import { describe, expect, it } from "vitest";
import { api } from "../../contract/api.js";
import type { Endpoint } from "../../contract/endpoints/endpoint.js";
import { openApiDocument } from "./document.js";
import { requestExamples } from "./examples.js";
import { propertyDescriptions } from "./property-descriptions.js";

type Node = { [key: string]: unknown };
const document = openApiDocument("https://app.example.com") as Node & {
  paths: Record<string, Record<string, Node & { operationId: string; responses: Record<string, Node> }>>;
  components: { schemas: Record<string, Node>; responses: Record<string, Node> };
};
const { paths } = document;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

/** Every object in the document, with its path. */
function* nodes(value: unknown, path = ""): Generator<[string, Node]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Node];
  for (const [key, entry] of Object.entries(value)) yield* nodes(entry, `${path}/${key}`);
}

describe("the API document", () => {
  it("has every endpoint that API tokens may call, and how to reach the server", () => {
    const withScope = Object.entries(api).filter(
      ([, endpoint]) => (endpoint as Endpoint).scope !== undefined,
    );
    const names = ["getHealth", "getOpenApi", ...withScope.map(([name]) => name)];
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(names.sort());
    expect(document).toMatchObject({
      servers: [{ url: "https://app.example.com" }],
      security: [{ apiToken: [] }],
    });
    expect(paths["/api/v1/health"]!["get"]).toMatchObject({ security: [] });
  });

  it("describes every operation, parameter and field", () => {
    for (const [path, node] of nodes(document)) {
      if ("operationId" in node) expect([path, node["summary"], node["tags"]]).not.toContain(undefined);
      if ("in" in node && "schema" in node) expect([path, node["description"]]).not.toContain(undefined);
      if (node["type"] === "object" && typeof node["properties"] === "object")
        for (const [name, property] of Object.entries(node["properties"] as Node))
          expect([`${path}/${name}`, (property as Node)["description"]]).not.toContain(undefined);
    }
  });

  it("has no unused descriptions", () => {
    const text = JSON.stringify(document);
    const unused = Object.entries(propertyDescriptions).filter(
      ([, description]) => !text.includes(JSON.stringify(description)),
    );
    expect(unused).toEqual([]);
  });

  it("has only references that resolve, and no unused schemas", () => {
    const used = new Set<string>();
    for (const [path, node] of nodes(document))
      if (typeof node["$ref"] === "string") {
        const target = node["$ref"].slice(2).split("/");
        const found = target.reduce<unknown>((parent, key) => (parent as Node | undefined)?.[key], document);
        expect([path, node["$ref"], typeof found]).toEqual([path, node["$ref"], "object"]);
        used.add(target.at(-1)!);
      }
    for (const name of Object.keys(document.components.schemas)) expect(used).toContain(name);
    expect(paths["/api/v1/setups/{id}"]!["get"]).toMatchObject({
      responses: {
        200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Setup" } } } },
      },
    });
  });

  it("is small enough to read", () => {
    expect(JSON.stringify(document).length).toBeLessThan(3_000 * operations.length);
  });

  it("lists each operation's own errors, and when to retry", () => {
    const start = paths["/api/v1/setups/{id}/run"]!["post"]!.responses;
    expect(Object.keys(start).sort()).toEqual(["202", "402", "409", "4XX", "5XX"]);
    expect(start["409"]!["description"]).toMatch(/`run-already-active`[^]*`setup-paused`/);
    for (const name of ["ClientError", "ServerError"])
      expect(document.components.responses[name]).toHaveProperty(["headers", "Retry-After"]);
    for (const { responses } of operations)
      expect(responses).toMatchObject({ "4XX": expect.anything(), "5XX": expect.anything() });
  });

  it("says what each error means", () => {
    for (const [path, { description }] of nodes(document))
      if (/\/responses\/\w+$/.test(path))
        expect([path, description]).not.toContainEqual(expect.stringContaining("undefined"));
  });

  it("describes how to write lists in a query, and how to get the next page", () => {
    const { parameters } = paths["/api/v1/setups/estimate"]!["get"]!;
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: "detectors", in: "query", style: "form", explode: false }),
    );
    for (const path of ["/api/v1/runs", "/api/v1/incidents"])
      expect(paths[path]!["get"]!.responses["200"]).toHaveProperty(["headers", "X-Next-Cursor"]);
  });

  it("has inputs and outputs that differ only by defaults", () => {
    const { SelectedDetector, SelectedDetectorInput } = document.components.schemas;
    expect(SelectedDetector).toMatchObject({ required: ["key", "settings"] });
    expect(SelectedDetectorInput).toMatchObject({ required: ["key"] });
  });

  it("shows bodies that the contract accepts", () => {
    for (const [name, example] of Object.entries(requestExamples)) {
      const { body }: Endpoint = api[name as keyof typeof api];
      expect([name, body!.safeParse(example).success]).toEqual([name, true]);
    }
  });
});
