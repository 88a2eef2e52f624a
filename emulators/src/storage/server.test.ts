import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Storage } from "@google-cloud/storage";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RunningServer } from "../http/serve.js";
import { startStorage } from "./server.js";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-storage-"));
const newSigner = (email: string) => ({
  client_email: email,
  private_key: generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString(),
});
const signer = newSigner("signer@demo.iam.gserviceaccount.com");
const impostor = { ...newSigner("x"), client_email: signer.client_email };
let clock = 0;
const now = () => Date.now() + clock;

let server: RunningServer;
const start = async () => {
  server = await startStorage({ port: 0, dataDir, signers: [signer], now });
};
const clientOf = (credentials: typeof signer) =>
  new Storage({
    projectId: "demo",
    apiEndpoint: server.url,
    credentials,
    retryOptions: { autoRetry: false },
  });
const bucket = (credentials = signer) => clientOf(credentials).bucket("results");
const faults = (body: object) =>
  fetch(`${server.url}/_faults`, { method: "POST", body: JSON.stringify(body) });

beforeAll(start);
beforeEach(() => {
  clock = 0;
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const statusOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: { code?: unknown }) => error.code,
  );
const inFifteenMinutes = () => ({
  version: "v4" as const,
  action: "read" as const,
  expires: now() + 900_000,
});

describe("objects", () => {
  it.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("a,b\n1,žluť\n")],
    ["binary", randomBytes(70_000)],
  ])("come back as they were saved: %s", async (name, bytes) => {
    const file = bucket().file(`plain/${name}`);
    await file.save(bytes, { resumable: false, contentType: "text/csv" });
    expect(Buffer.compare((await file.download())[0], bytes)).toBe(0);
    expect((await file.getMetadata())[0]).toMatchObject({
      contentType: "text/csv",
      size: String(bytes.length),
    });
  });

  it("are read in ranges", async () => {
    const file = bucket().file("range");
    await file.save("0123456789", { resumable: false });
    expect((await file.download({ start: 2, end: 4, validation: false }))[0].toString()).toBe("234");
  });

  it("may have any name", async () => {
    const name = "u/ä ö/100 %/a+b?.csv";
    await bucket().file(name).save("x", { resumable: false });
    expect((await bucket().file(name).download())[0].toString()).toBe("x");
    const [files] = await bucket().getFiles({ prefix: "u/ä" });
    expect(files.map((file) => file.name)).toEqual([name]);
  });

  it("are created once with a generation precondition, even by simultaneous writers", async () => {
    const create = () =>
      bucket()
        .file("once")
        .save("x", { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => statusOf(create())));
    expect(outcomes.filter((outcome) => outcome === "no failure")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 412)).toHaveLength(7);
  });

  it("are listed in pages, by prefix", async () => {
    for (const name of ["l/a", "l/b", "l/c/1", "l/c/2", "m"]) {
      await bucket().file(name).save("x", { resumable: false });
    }
    const [first, next] = await bucket().getFiles({ prefix: "l/", maxResults: 3, autoPaginate: false });
    const [second] = await bucket().getFiles({ ...next, autoPaginate: false });
    expect([...first, ...second].map((file) => file.name)).toEqual(["l/a", "l/b", "l/c/1", "l/c/2"]);
  });

  it("are described and deleted", async () => {
    const file = bucket().file("from");
    await file.save("x", { resumable: false, metadata: { metadata: { run: "r1" } } });
    expect((await file.getMetadata())[0].metadata).toEqual({ run: "r1" });
    await file.delete();
    expect([await statusOf(file.download()), (await file.exists())[0]]).toEqual([404, false]);
  });

  it("refuse an upload of a type that Plumbline doesn't use", async () => {
    const url = `${server.url}/upload/storage/v1/b/results/o?uploadType=resumable&name=x`;
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(501);
  });

  it("are still there after a restart", async () => {
    await bucket().file("kept").save("still here", { resumable: false });
    await server.close();
    await start();
    expect((await bucket().file("kept").download())[0].toString()).toBe("still here");
  });
});

describe("signed URLs", () => {
  const save = async (name: string) => {
    const file = bucket().file(name);
    await file.save("a,b\n", { resumable: false, contentType: "text/csv" });
    return file;
  };

  it("return the file under the requested name", async () => {
    const file = await save("signed/ä b.csv");
    const [url] = await file.getSignedUrl({
      ...inFifteenMinutes(),
      responseDisposition: 'attachment; filename="report.csv"',
    });
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, "a,b\n"]);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="report.csv"');
    expect(response.headers.get("content-type")).toBe("text/csv");
  });

  it("end when they expire", async () => {
    const [url] = await (await save("signed/expiring")).getSignedUrl(inFifteenMinutes());
    clock = 901_000;
    expect((await fetch(url)).status).toBe(400);
  });

  it.each([
    ["another object", (url: string) => url.replace("secret-a", "secret-b"), 403],
    ["a longer life", (url: string) => url.replace(/X-Goog-Expires=\d+/, "X-Goog-Expires=9000"), 403],
    ["no signature", (url: string) => url.replace(/\?.*/, ""), 403],
    ["a broken signature", (url: string) => `${url.slice(0, -4)}0000`, 403],
  ])("cannot be altered to %s", async (_name, bend, status) => {
    await save("signed/secret-b");
    const [url] = await (await save("signed/secret-a")).getSignedUrl(inFifteenMinutes());
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(bend(url))).status).toBe(status);
  });

  it("are valid only with the signer's own key", async () => {
    await save("signed/own");
    const [url] = await bucket(impostor).file("signed/own").getSignedUrl(inFifteenMinutes());
    expect((await fetch(url)).status).toBe(403);
  });

  it("stop working when the object is deleted", async () => {
    const file = await save("signed/gone");
    const [url] = await file.getSignedUrl(inFifteenMinutes());
    await file.delete();
    expect((await fetch(url)).status).toBe(404);
  });
});

it("fails as many writes as requested", async () => {
  await faults({ failWrites: 1 });
  const save = () => bucket().file("faulty").save("x", { resumable: false });
  expect([await statusOf(save()), await statusOf(save())]).toEqual([503, "no failure"]);
});
