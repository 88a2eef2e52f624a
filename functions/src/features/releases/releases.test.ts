import { describe, expect, it } from "vitest";
import { testApp, verifiedConnection } from "../../testing/test-app.js";

const path = "/api/v1/releases";

describe("releases", () => {
  it("are recorded with the details given, listed newest first, and deleted", async () => {
    const app = testApp();
    const connectionId = await verifiedConnection(app, "ada");
    const ada = app.as("ada");
    const { body: first } = await ada.post(path).send({ version: "4.2.0" }).expect(201);
    expect(first).toMatchObject({
      at: app.clock.now().toISOString(),
      platform: null,
      url: null,
      connectionId: null,
    });
    app.clock.advance(1_000);
    const second = {
      version: "4.2.1",
      platform: "Android",
      at: "2026-11-17T08:00:00.000Z",
      url: "https://example.com/4.2.1",
      connectionId,
    };
    const given = { ...second, at: "2026-11-17T10:00:00+02:00" };
    expect((await ada.post(path).send(given).expect(201)).body).toMatchObject(second);
    expect((await ada.get(path).expect(200)).body).toMatchObject([second, { version: "4.2.0" }]);
    expect((await app.as("bob").get(path).expect(200)).body).toEqual([]);
    await app.as("bob").delete(`${path}/${first.id}`).expect(404);
    await ada.delete(`${path}/${first.id}`).expect(204);
    await ada.delete(`${path}/${first.id}`).expect(404);
    expect((await ada.get(path)).body).toHaveLength(1);
  });

  it("are recorded once by a job that runs twice; a different platform or time is a different release", async () => {
    const app = testApp();
    const record = async (change: object = {}) =>
      (
        await app
          .as("ada")
          .post(path)
          .send({ version: "4.2.0", ...change })
          .expect(201)
      ).body;
    const first = await record();
    app.clock.advance(60_000);
    expect(await record()).toEqual(first);
    await record({ platform: "iOS" });
    await record({ at: "2026-11-17T08:00:00.000Z" });
    expect((await app.as("ada").get(path)).body).toHaveLength(3);
  });

  it.each([
    ["no version", { version: " " }],
    ["an invalid time", { at: "yesterday" }],
    ["a link that is a script", { url: "javascript:alert(1)" }],
    ["a version that changes its text direction", { version: "4.2\u202E" }],
  ])("%s is invalid", async (_name, change) => {
    await testApp()
      .as("ada")
      .post(path)
      .send({ version: "4.2.0", ...change })
      .expect(400);
  });

  it("can only name a connection of their workspace", async () => {
    const app = testApp();
    const connectionId = await verifiedConnection(app, "bob");
    await app.as("ada").post(path).send({ version: "1", connectionId }).expect(404);
  });
});
