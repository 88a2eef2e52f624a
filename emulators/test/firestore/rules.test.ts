import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { projectId } from "./client.js";

const standIn = process.env["PLUMBLINE_FIRESTORE"] === "standin";
const documents = `http://${process.env["FIRESTORE_EMULATOR_HOST"]}/v1/projects/${projectId()}/databases/(default)/documents`;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
/** An unsigned token, like those that the Auth emulator issues. */
const userToken = (uid: string) =>
  `${encode({ alg: "none", typ: "JWT" })}.${encode({
    sub: uid,
    user_id: uid,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 3600,
  })}.`;

// The stand-in serves no browsers, so it has no rules to enforce.
describe.skipIf(standIn)("security rules", () => {
  const send = (method: string, path: string, token?: string) =>
    fetch(`${documents}/${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(method === "PATCH" && { body: JSON.stringify({ fields: { a: { integerValue: "1" } } }) }),
    });

  it.each(["users/ann", "users/ann/runs/r1", "stripeCustomers/c1", "anything/else"])(
    "keep every client from %s, also its owner",
    async (path) => {
      await send("PATCH", path, "owner");
      for (const token of [undefined, userToken("ann"), userToken("bob")]) {
        expect((await send("GET", path, token)).status).toBe(403);
        expect((await send("PATCH", path, token)).status).toBe(403);
        expect((await send("DELETE", path, token)).status).toBe(403);
      }
    },
  );

  /*
   * There is no runtime for Storage's rules on npm. They are written in the same language, so the same
   * compiler reads them here, with the service and the root path renamed to Firestore's.
   */
  it("of Storage compile, and deny every client every path", async () => {
    const emulator = `http://${process.env["FIRESTORE_EMULATOR_HOST"]}`;
    const project = "demo-storage-rules";
    const load = (content: string) =>
      fetch(`${emulator}/emulator/v1/projects/${project}:securityRules`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ rules: { files: [{ name: "storage.rules", content }] } }),
      });
    const statusOf = async (path: string, token?: string) => {
      const url = `${emulator}/v1/projects/${project}/databases/(default)/documents/${path}`;
      return (await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {})).status;
    };
    const rules = readFileSync(new URL("../../../storage.rules", import.meta.url), "utf8")
      .replace("service firebase.storage", "service cloud.firestore")
      .replace("/b/{bucket}/o", "/databases/{database}/documents");
    expect((await load(rules.replace("if false", "if true"))).status).toBe(200);
    expect(await statusOf("users/ann", userToken("ann"))).toBe(404);
    expect((await load(rules)).status).toBe(200);
    for (const path of ["users/ann", "users/ann/runs/r1", "any/thing/at/all"])
      for (const token of [undefined, userToken("ann")]) expect(await statusOf(path, token)).toBe(403);
    expect((await load(`${rules}}`)).status).toBe(400);
  });

  it("do not apply to the server", async () => {
    expect((await send("PATCH", "users/ann", "owner")).status).toBe(200);
    expect((await send("GET", "users/ann", "owner")).status).toBe(200);
  });
});
