import { expect, it } from "vitest";
import { incidentRecord } from "../../testing/suites/repository-suite.js";
import { ada } from "../../testing/tenants.js";
import { testApp } from "../../testing/test-app.js";

async function incidentOfAda() {
  const app = testApp();
  const incident = incidentRecord("i1", "c1");
  await app.incidents.change(ada, "i1", () => ({ incident, entries: [] }));
  const comment = async (text: string, id?: string) => {
    const action = { kind: "comment", text, ...(id ? { id } : {}) };
    const { body } = await app
      .as("ada")
      .post("/api/v1/incidents/actions")
      .send({ ids: ["i1"], action });
    return body as { incidents: object[]; refused: { userMessage: string }[] };
  };
  const texts = async () => {
    const { body } = await app.as("ada").get("/api/v1/incidents/i1").expect(200);
    return (body.timeline as { text: string }[]).map(({ text }) => text);
  };
  return { comment, texts };
}

it("a comment that is sent again, at once or later, is one comment", async () => {
  const { comment, texts } = await incidentOfAda();
  await Promise.all([comment("Looking.", "a"), comment("Looking.", "a"), comment("Looking.", "a")]);
  await comment("Fixed.", "b");
  expect(await comment("Looking.", "a")).toMatchObject({ incidents: [{ id: "i1" }], refused: [] });
  expect(await texts()).toEqual(["Looking.", "Fixed."]);
  await comment("Looking.", "c");
  await comment("Looking.");
  expect(await texts()).toHaveLength(4);
});

it("an incident has at most 200 comments, and says so", async () => {
  const { comment, texts } = await incidentOfAda();
  for (let i = 0; i < 200; i++) await comment(`${i}`, `id-${i}`);
  const { refused } = await comment("One more");
  expect(refused).toEqual([{ id: "i1", userMessage: "An incident can have 200 comments." }]);
  expect(await comment("199", "id-199")).toMatchObject({ refused: [] });
  expect(await texts()).toHaveLength(200);
});
