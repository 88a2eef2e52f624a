import { describe, expect, it } from "vitest";
import { api } from "../contract/api.js";
import { openApiDocument } from "./openapi.js";

describe("the API document", () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };

  it("has every endpoint of the contract with its answers", () => {
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(api).sort());
    for (const { responses } of operations) expect(responses).toHaveProperty("default");
  });

  it("names path and query parameters", () => {
    expect(paths["/api/v1/setups/{id}/runs"]!["get"]!["parameters"]).toMatchObject([
      { name: "id", in: "path", required: true },
      { name: "limit", in: "query", required: false },
      { name: "cursor", in: "query", required: false },
    ]);
  });

  it("says which calls need no token", () => {
    expect(paths["/api/v1/health"]!["get"]).toMatchObject({ security: [] });
    expect(paths["/api/v1/setups"]!["get"]).not.toHaveProperty("security");
  });
});
