import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { IncomingHttpHeaders } from "node:http";
import { readBytes } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { Github } from "./github.js";
import { Jira } from "./jira.js";
import { Linear } from "./linear.js";
import { startChannels } from "./server.js";
import { slackSigningSecret } from "./slack.js";
import { Teams } from "./teams.js";
import { isSigned } from "./webhooks.js";

const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
let server: RunningServer;
/** Receives presses of buttons in Slack. */
let app: RunningServer;
const pressed: { headers: IncomingHttpHeaders; body: string }[] = [];
beforeEach(async () => {
  app = await serve((request, response) => {
    void readBytes(request).then((body) => {
      pressed.push({ headers: request.headers, body: body.toString() });
      response.end();
    });
  }, 0);
  server = await startChannels({ port: 0, slackActionsUrl: `${app.url}/actions` });
});
afterEach(async () => {
  await server.close();
  await app.close();
  pressed.length = 0;
});

const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, text, json, headers: response.headers };
};
const bot = { authorization: "Bearer xoxb-1" };
const slack = (method: string, body: object, headers = bot) =>
  send("POST", `/slack/api/${method}`, body, headers);

describe("Slack", () => {
  it("posts, replies, updates, and finds posted messages by their metadata", async () => {
    const metadata = { event_type: "t", event_payload: { id: "d1 main" } };
    const { json: first } = await slack("chat.postMessage", {
      channel: "data-alerts",
      text: "one",
      metadata,
    });
    await slack("chat.postMessage", { channel: "#data-alerts", text: "<b>two</b>", thread_ts: first["ts"] });
    await slack("chat.update", { channel: "data-alerts", ts: first["ts"], text: "one, changed" });
    const { json } = await send(
      "GET",
      "/slack/api/conversations.history?channel=data-alerts",
      undefined,
      bot,
    );
    expect(json["messages"]).toEqual([{ ts: first["ts"], text: "one, changed", metadata }]);
    const { text } = await send("GET", "/");
    expect(text).toMatch(/one, changed<\/p><article>.*&#60;b&#62;two/);
  });

  it.each([
    ["invalid_auth", { channel: "data-alerts" }, { authorization: "Bearer x" }],
    ["channel_not_found", { channel: "nowhere" }, bot],
  ])("refuses: %s", async (error, body, headers) => {
    expect((await slack("chat.postMessage", body, headers)).json).toEqual({ ok: false, error });
  });

  it("has buttons that people press on the page, and signs what they send", async () => {
    const button = {
      type: "button",
      action_id: "close",
      value: "i1",
      text: { type: "plain_text", text: "Close" },
    };
    const blocks = [{ type: "actions", elements: [button] }];
    const { json } = await slack("chat.postMessage", { channel: "data-alerts", text: "one", blocks });
    expect((await send("GET", "/")).text).toContain('<button name="button" value="close">Close</button>');
    const form = new URLSearchParams({ ts: String(json["ts"]), button: "close", email: "ada@example.com" });
    expect((await send("POST", "/_press", form.toString())).status).toBe(200);
    const [{ headers, body }] = pressed as [(typeof pressed)[0]];
    const payload = JSON.parse(new URLSearchParams(body).get("payload")!) as { user: { id: string } };
    expect(payload).toMatchObject({ type: "block_actions", actions: [{ action_id: "close", value: "i1" }] });
    const signed = `v0:${String(headers["x-slack-request-timestamp"])}:${body}`;
    expect(headers["x-slack-signature"]).toBe(
      `v0=${createHmac("sha256", slackSigningSecret).update(signed).digest("hex")}`,
    );
    const { id: user } = payload.user;
    const info = await send("GET", `/slack/api/users.info?user=${user}`, undefined, bot);
    expect(info.json["user"]).toMatchObject({ profile: { email: "ada@example.com" } });
    const found = await send("GET", "/slack/api/users.lookupByEmail?email=ada@example.com", undefined, bot);
    expect(found.json["user"]).toMatchObject({ id: user });
    await slack("chat.postEphemeral", { channel: "data-alerts", user, text: "Too late." });
    expect((await send("GET", "/")).text).toContain("only ada@example.com sees this</small><p>Too late.");
  });

  it.each([
    ["a long section", [{ type: "section", text: { type: "mrkdwn", text: "x".repeat(3_001) } }]],
    ["no buttons", [{ type: "actions", elements: [] }]],
    ["many blocks", Array.from({ length: 51 }, () => ({ type: "divider" }))],
  ])("refuses %s", async (_, blocks) => {
    const { json } = await slack("chat.postMessage", { channel: "data-alerts", text: "x", blocks });
    expect(json["error"]).toBe("invalid_blocks");
  });

  it("accepts incoming webhooks", async () => {
    expect((await send("POST", "/slack/hooks/T/B/x", { text: "hi" })).text).toBe("ok");
    expect((await send("GET", "/_state")).json["slack"]).toMatchObject([
      { channel: "data-alerts", text: "hi" },
    ]);
  });
});

it("signatures match the specification", () => {
  // Created with the Standard Webhooks library for JavaScript, 1.1.1.
  const headers = {
    "webhook-id": "d1",
    "webhook-timestamp": "1795000000",
    "webhook-signature": "v1,DF9EqG7L6H1vioHo4MipPf8/HloTu/MOD35/2UbEZ4A=",
  };
  vi.setSystemTime(1_795_000_000_000);
  onTestFinished(() => void vi.useRealTimers());
  expect(isSigned(secret, headers, '{"type":"test"}')).toBe(true);
  expect(isSigned(secret, headers, '{"type":"other"}')).toBe(false);
  vi.setSystemTime(1_795_000_000_000 + 301_000);
  expect(isSigned(secret, headers, '{"type":"test"}')).toBe(false);
});

it("a webhook receiver verifies signatures and ignores repeated webhooks", async () => {
  await send("PUT", "/webhooks/catalog", { secret });
  const body = '{"type":"test"}';
  const now = new Date();
  const headers = {
    "webhook-id": "d1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": `v1,${createHmac("sha256", Buffer.alloc(24, 7))
      .update(`d1.${Math.floor(now.getTime() / 1_000)}.${body}`)
      .digest("base64")}`,
  };
  expect((await send("POST", "/webhooks/catalog", body, headers)).status).toBe(200);
  expect((await send("POST", "/webhooks/catalog", body, headers)).status).toBe(200);
  expect((await send("POST", "/webhooks/catalog", '{"type":"forged"}', headers)).status).toBe(401);
  expect((await send("GET", "/_state")).json["webhooks"]).toMatchObject([
    { id: "d1", signature: "valid" },
    { id: "d1", signature: "invalid" },
  ]);
});

it("PagerDuty groups by dedup_key and resolves", async () => {
  const event = (event_action: string, routing_key = "R1") =>
    send("POST", "/pagerduty/v2/enqueue", {
      routing_key,
      event_action,
      dedup_key: "i1",
      payload: { summary: "Checkout", severity: "critical" },
    });
  expect((await event("trigger", "x")).status).toBe(400);
  await event("trigger");
  expect((await event("trigger")).status).toBe(202);
  await event("resolve");
  expect((await send("GET", "/_state")).json["pagerduty"]).toMatchObject([
    { dedupKey: "i1", status: "resolved" },
  ]);
});

it("fails as often and in the way requested", async () => {
  const body = { ok: false, error: "ratelimited" };
  await send("POST", "/_faults", { service: "slack", status: 200, headers: { "retry-after": "3" }, body });
  const { status, headers, json } = await slack("chat.postMessage", { channel: "data-alerts" });
  expect([status, headers.get("retry-after"), json]).toEqual([200, "3", body]);
  expect((await slack("chat.postMessage", { channel: "data-alerts" })).json).toMatchObject({ ok: true });
});

describe("Microsoft Teams", () => {
  const workflow = "/teams/workflows/alerts?sig=demo";
  const card = (content: object) => ({
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content }],
  });
  const body = [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text: "<b>1 new</b>" }] }];
  const valid = card({ type: "AdaptiveCard", version: "1.5", body });

  it("shows a card, and limits requests to four a second", async () => {
    const statuses = [];
    for (let sent = 0; sent < 5; sent++) statuses.push(await send("POST", workflow, valid));
    expect(statuses.map(({ status }) => status)).toContain(202);
    expect((await send("GET", "/")).text).toContain("&#60;b&#62;1 new");
    let now = 0;
    const teams = new Teams(() => now);
    const accepts = (): boolean => teams.accepts("alerts");
    expect([1, 2, 3, 4, 5].map(accepts)).toEqual([true, true, true, true, false]);
    now = 1_000;
    expect(accepts()).toBe(true);
  });

  it.each([
    ["too large", { ...valid, text: "x".repeat(28 * 1_024) }, "Request entity too large."],
    ["not a card", { text: "hi" }, "The request has no Adaptive Card."],
    ["a later version", card({ type: "AdaptiveCard", version: "1.6" }), "Version 1.6 is not supported."],
  ])("accepts a card that is %s, and fails the workflow's run", async (_, content, failure) => {
    expect(await send("POST", workflow, content)).toMatchObject({ status: 202 });
    expect((await send("GET", "/_state")).json["teams"]).toMatchObject([{ failure }]);
  });

  it.each([
    ["alerts", 401],
    ["deleted?sig=x", 404],
    ["disabled?sig=x", 400],
  ])("refuses a request to %s", async (path, status) => {
    expect(await send("POST", `/teams/workflows/${path}`, valid)).toMatchObject({ status });
  });
});

describe("GitHub", () => {
  const headers = { authorization: "Bearer github_pat_1", "user-agent": "Plumbline" };
  const issues = "/github/repos/acme/tracking/issues";

  it("opens, comments on, closes and lists issues, and shows them", async () => {
    const { json } = await send("POST", issues, { title: "<b>Checkout</b>", body: "Down." }, headers);
    expect(json).toMatchObject({ number: 1, state: "open", comments: 0 });
    await send("POST", `${issues}/1/comments`, { body: "Recovered." }, headers);
    await send("PATCH", `${issues}/1`, { state: "closed" }, headers);
    const page = async (number: number, path = issues) =>
      JSON.parse(
        (await send("GET", `${path}?per_page=1&page=${number}`, undefined, headers)).text,
      ) as unknown;
    expect(await page(1)).toMatchObject([{ state: "closed", comments: 1 }]);
    expect(await page(2)).toEqual([]);
    expect(await page(1, `${issues}/1/comments`)).toMatchObject([{ body: "Recovered." }]);
    expect((await send("GET", "/")).text).toContain("&#60;b&#62;Checkout");
  });

  it.each([
    ["a bad token", issues, { title: "x" }, { authorization: "Bearer x" }, 401],
    ["an unknown repository", "/github/repos/acme/missing/issues", { title: "x" }, {}, 404],
    ["issues that are off", "/github/repos/acme/no-issues/issues", { title: "x" }, {}, 410],
    ["an unknown issue", `${issues}/9/comments`, { body: "x" }, {}, 404],
    ["no title", issues, { body: "x" }, {}, 422],
    ["a long text", issues, { title: "x", body: "x".repeat(65_537) }, {}, 422],
  ])("refuses %s", async (_, path, body, more, status) => {
    expect(await send("POST", path, body, { ...headers, ...more })).toMatchObject({ status });
  });

  it("limits how much is created in a minute", async () => {
    let now = 0;
    const github = new Github(() => now);
    expect(Array.from({ length: 21 }, () => github.accepts()).lastIndexOf(true)).toBe(19);
    now = 60_000;
    expect(github.accepts()).toBe(true);
  });
});

describe("Jira", () => {
  const headers = { authorization: `Basic ${Buffer.from("ada@example.com:t").toString("base64")}` };
  const api = "/jira/acme.atlassian.net/rest/api/3";
  const text = (line: string) => ({
    type: "doc",
    version: 1,
    content: [{ type: "paragraph", content: [{ type: "text", text: line }] }],
  });
  const fields = {
    project: { key: "TRACK" },
    issuetype: { name: "Task" },
    summary: "<b>Checkout</b>",
    description: text("Down."),
  };
  const create = (more: object = {}) =>
    send("POST", `${api}/issue`, { fields: { ...fields, ...more } }, headers);

  it("opens, comments on and closes issues, and shows them", async () => {
    expect((await create()).json).toEqual({ id: "10001", key: "TRACK-1" });
    await send("POST", `${api}/issue/10001/comment`, { body: text("Recovered.") }, headers);
    const { json } = await send("GET", `${api}/issue/10001/transitions`, undefined, headers);
    expect(json["transitions"]).toHaveLength(3);
    const done = { transition: { id: "31" } };
    expect((await send("POST", `${api}/issue/10001/transitions`, done, headers)).status).toBe(204);
    expect((await send("GET", `${api}/issue/TRACK-1`, undefined, headers)).json["fields"]).toMatchObject({
      status: { statusCategory: { key: "done" } },
    });
    expect((await send("GET", "/")).text).toMatch(/TRACK-1 · Done.*&#60;b&#62;Checkout.*Recovered/s);
  });

  it("finds issues a few seconds after they were created, page by page", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await create();
    await create();
    const search = (query = "") =>
      send("GET", `${api}/search/jql?jql=project = "TRACK"&maxResults=1${query}`, undefined, headers);
    expect((await search()).json).toEqual({ issues: [], isLast: true });
    vi.advanceTimersByTime(5_000);
    expect((await search()).json).toMatchObject({ issues: [{ key: "TRACK-2" }], nextPageToken: "1" });
    expect((await search("&nextPageToken=1")).json).toMatchObject({
      issues: [{ key: "TRACK-1" }],
      isLast: true,
    });
  });

  it.each([
    ["a project", { project: { key: "MISSING" } }, "project"],
    ["an issue type", { issuetype: { name: "Poem" } }, "issuetype"],
    ["a title", { summary: "x".repeat(256) }, "summary"],
    ["a plain text", { description: "Down." }, "description"],
    ["an empty text", { description: text("") }, "description"],
    ["a long text", { description: text("x".repeat(32_768)) }, "description"],
  ])("refuses %s", async (_, more, field) => {
    const { status, json } = await create(more);
    expect([status, Object.keys(json["errors"] as object)]).toEqual([400, [field]]);
  });

  it.each([
    [
      "a bad token",
      "/issue",
      { authorization: `Basic ${Buffer.from("a@b.c:revoked").toString("base64")}` },
      401,
    ],
    ["an unknown project", "/project/MISSING", headers, 404],
    ["an unknown issue", "/issue/9", headers, 404],
    ["the former search", "/search", headers, 410],
    ["a search of everything", "/search/jql?jql=order by key", headers, 400],
  ])("refuses %s", async (_, path, given, status) => {
    expect(await send("GET", `${api}${path}`, undefined, given)).toMatchObject({ status });
  });

  it("limits how often an issue is written to", () => {
    let now = 0;
    const jira = new Jira(() => now);
    expect(Array.from({ length: 21 }, () => jira.accepts("1")).lastIndexOf(true)).toBe(19);
    expect(jira.accepts("2")).toBe(true);
    now = 2_000;
    expect(jira.accepts("1")).toBe(true);
  });
});

describe("Linear", () => {
  const headers = { authorization: "lin_api_1" };
  const id = (last: number) => `00000000-0000-4000-a000-00000000000${last}`;
  const ask = (query: string, variables: object, given = headers) =>
    send("POST", "/linear/graphql", { query, variables }, given);
  const create = (more: object = {}) =>
    ask("mutation A($input: B!) { issueCreate(input: $input) { success } }", {
      input: { id: id(1), teamId: "team-ENG", title: "<b>Checkout</b>", description: "Down.", ...more },
    });

  it("opens, comments on, closes and finds issues by the caller's ids, and shows them", async () => {
    expect((await create()).status).toBe(200);
    const comment = { input: { id: id(2), issueId: id(1), body: "Recovered." } };
    await ask("mutation { commentCreate(input: $input) { success } }", comment);
    await ask("mutation { issueUpdate(id: $id) { success } }", {
      id: id(1),
      input: { stateId: "completed" },
    });
    const { json } = await ask("query { issues(filter: $filter) { nodes } }", {
      filter: { id: { eq: id(1) } },
    });
    expect(json).toMatchObject({ data: { issues: { nodes: [{ state: { type: "completed" } }] } } });
    expect((await send("GET", "/")).text).toMatch(/ENG-1 · completed.*&#60;b&#62;Checkout.*Recovered/s);
  });

  it("refuses bad keys, ids that aren't new UUIDs, and long titles", async () => {
    expect((await ask("query { teams { nodes } }", {}, { authorization: "Bearer x" })).status).toBe(401);
    await create();
    for (const more of [{}, { id: "one" }, { id: id(3), title: "x".repeat(256) }, { id: id(3), teamId: "x" }])
      expect(await create(more)).toMatchObject({ status: 400, json: { errors: [{}] } });
    expect((await ask("query { teams { nodes } }", { key: "MISSING" })).json).toEqual({
      data: { teams: { nodes: [] } },
    });
  });

  it("limits requests in an hour", () => {
    let now = 0;
    const linear = new Linear(() => now);
    expect(Array.from({ length: 1_501 }, () => linear.accepts()).lastIndexOf(true)).toBe(1_499);
    now = 3_600_000;
    expect(linear.accepts()).toBe(true);
  });
});
