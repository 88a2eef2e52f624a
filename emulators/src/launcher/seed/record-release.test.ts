import { expect, it } from "vitest";
import { incidentRecord } from "../../../../functions/src/testing/suites/repository-suite.js";
import { testApp, verifiedConnection } from "../../../../functions/src/testing/test-app.js";
import type { WorkspaceId } from "../../../../functions/src/contract/workspaces.js";
import type { ProductClient } from "./product-client.js";
import { recordRelease } from "./record-release.js";

it("records a release once, on the day on which most incidents begin, and lists it among the changes", async () => {
  const app = testApp();
  const client = {
    get: async (path: string) => (await app.as("ada").get(path).expect(200)).body as unknown,
    post: async (path: string, body: object) =>
      (await app.as("ada").post(path).send(body).expect(201)).body as unknown,
  } as unknown as ProductClient;
  expect(await recordRelease(client)).toBeNull();
  const connectionId = await verifiedConnection(app, "ada");
  for (const [id, firstBadDay] of [
    ["i1", "2026-11-15"],
    ["i2", "2026-11-16"],
    ["i3", "2026-11-16"],
  ] as const) {
    const record = incidentRecord(id, connectionId);
    const incident = { ...record, finding: { ...record.finding, firstBadDay } };
    await app.incidents.change("ada" as WorkspaceId, id, () => ({ incident, entries: [] }));
  }
  expect(await recordRelease(client)).toBe("2026-11-16");
  expect(await recordRelease(client)).toBeNull();
  const { body } = await app.as("ada").get("/api/v1/incidents/i2/context").expect(200);
  expect(body.changes).toMatchObject([
    { kind: "release", daysAfterOnset: 0, title: "Checkout service 2.0.0 released" },
  ]);
});
