import { describe, expect, it } from "vitest";
import { api, type EndpointName } from "../contract/api.js";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { exampleBody, signedInCalls } from "../testing/foreign-calls.js";
import { setupBody, testApp, verifiedConnection } from "../testing/test-app.js";

type Issue = { path: string; message: string };
const issuesOf = (body: unknown): Issue[] =>
  (body as { details?: { issues?: Issue[] } }).details?.issues ?? [];

const withBody = (Object.keys(api) as EndpointName[]).filter((name) => "body" in api[name]);

describe.each(withBody)("%s", (name) => {
  const endpoint: Endpoint = api[name];

  it("refuses a field that it doesn't know", async () => {
    const path = endpoint.path.replace(/:\w+/g, "x");
    const method = endpoint.method.toLowerCase() as "post" | "put" | "patch";
    const ada = testApp().as("ada");
    const answer = await ada[method](path).send({ ...exampleBody(name), nonsense: 1 });
    const issue = issuesOf(answer.body).find((each) => each.path === "body.nonsense");
    expect([answer.status, issue?.message]).toEqual([400, expect.stringMatching(/^Unknown field\./)]);
  });
});

describe.each(signedInCalls())("%s", (_name, { endpoint, path, body }) => {
  it("refuses a query parameter that it doesn't know", async () => {
    const method = endpoint.method.toLowerCase() as "post" | "get" | "put" | "patch" | "delete";
    const call = testApp().as("ada")[method](`${path}?nonsense=1`);
    const answer = await (method === "get" ? call : call.send(body));
    const issue = issuesOf(answer.body).find((each) => each.path === "query.nonsense");
    expect([answer.status, issue?.message]).toEqual([400, expect.stringMatching(/^Unknown field\./)]);
  });
});

describe("a misspelt field", () => {
  const setup = async (change: (body: ReturnType<typeof setupBody>) => object) => {
    const app = testApp();
    const body = setupBody(await verifiedConnection(app, "ada"));
    return app.as("ada").post("/api/v1/setups").send(change(body));
  };
  const check = (settings: object) => ({ selectedDetectors: [{ key: "event_stopped", settings }] });

  it.each([
    ["body.schedulCron", "scheduleCron", { schedulCron: "0 9 * * *" }],
    ["body.selectedDetectors[0].settings.checkBackDay", "checkBackDays", check({ checkBackDay: 14 })],
    ["body.selectedDetectors[0].settings.threshold", "thresholdPercent", check({ threshold: 10 })],
    ["body.useCases.event_stopped.checkbackdays", "checkBackDays", olderForm({ checkbackdays: 14 })],
  ])("%s gets the name %s", async (path, name, change) => {
    const { status, body } = await setup((valid) => ({ ...valid, ...change }));
    expect([status, issuesOf(body)]).toEqual([
      400,
      [{ path, message: `Unknown field. Did you mean ${name}?` }],
    ]);
  });

  it("in place of a required field is named beside what is missing", async () => {
    const { status, body } = await setup(({ name, ...rest }) => ({ ...rest, nmae: name }));
    expect([status, issuesOf(body).map(({ path }) => path)]).toEqual([400, ["body.nmae", "body.name"]]);
  });

  it("is found in each kind of an action and of a channel", async () => {
    const ada = testApp().as("ada");
    const action = { kind: "close", reason: "fixed", anotation: null };
    const closed = await ada.post("/api/v1/incidents/actions").send({ ids: ["x"], action });
    expect(issuesOf(closed.body)).toEqual([
      { path: "body.action.anotation", message: "Unknown field. Did you mean annotation?" },
    ]);
    const channel = { kind: "email", name: "Team", addresses: ["a@example.com"], secretenv: "X" };
    const created = await ada.post("/api/v1/channels").send(channel);
    expect(issuesOf(created.body)).toEqual([
      { path: "body.secretenv", message: "Unknown field. Did you mean secretEnv?" },
    ]);
  });

  it("lists the known names if none is similar", async () => {
    const { body } = await testApp()
      .as("ada")
      .patch("/api/v1/workspace")
      .send({ name: "Shop", color: "red" });
    expect(issuesOf(body)).toEqual([{ path: "body.color", message: "Unknown field. Known: name." }]);
  });

  it("doesn't make the answer long, however many there are", async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 1]));
    const { status, text } = await testApp().as("ada").patch("/api/v1/workspace").send(many);
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(5_000);
  });
});

function olderForm(settings: object) {
  return { selectedDetectors: ["event_stopped"], useCases: { event_stopped: settings } };
}

describe("a misspelt query parameter", () => {
  it("is refused with the name that was probably meant", async () => {
    const { body } = await testApp().as("ada").get("/api/v1/incidents?conectionId=x&limits=5").expect(400);
    expect(issuesOf(body)).toEqual([
      { path: "query.conectionId", message: "Unknown field. Did you mean connectionId?" },
      { path: "query.limits", message: "Unknown field. Did you mean limit?" },
    ]);
  });

  it("of a link in an email is ignored, since mail programs add some", async () => {
    await testApp().anonymous.get("/api/v1/health?utm_source=mail").expect(200);
  });
});
