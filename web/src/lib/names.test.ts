import { describe, expect, it } from "vitest";
import { connectionLabel, userLabel } from "./names";

describe("the name of a connection is", () => {
  it.each([
    [{ projectName: "Shop", projectId: "1" }, "Shop"],
    [{ projectName: "", projectId: "1" }, "1"],
    [{ projectName: null, projectId: "1" }, "1"],
    [{}, "Unknown Connection"],
    [null, "Unknown Connection"],
    [undefined, "Unknown Connection"],
  ])("%j: %s", (connection, label) => expect(connectionLabel(connection)).toBe(label));
});

describe("the name of a person is", () => {
  it.each([
    [{ displayName: "Ada", email: "ada@example.com" }, "Ada"],
    [{ displayName: null, email: "ada@example.com" }, "ada@example.com"],
    [{ displayName: "", email: null }, "User"],
  ])("%j: %s", (user, label) => expect(userLabel(user)).toBe(label));
});
