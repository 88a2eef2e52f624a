import { describe, expect, it } from "vitest";
import { channelKindNames, channelKindOf, type ChannelKind } from "../../contract/channels/kinds.js";
import type { Channel, CreatedChannel, Delivery } from "../../contract/channels/channels.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addMs, hourMs, minuteMs, secondMs } from "../../common/time.js";
import type { OutboundAnswer, OutboundRequest } from "../../ports/outbound-http.js";
import { channelSamples } from "../../testing/channel-samples.js";
import { killedAt } from "../../testing/killed-at.js";
import { MemoryGithub } from "../../testing/memory/channels/memory-github.js";
import { MemoryJira } from "../../testing/memory/channels/memory-jira.js";
import { MemoryLinear } from "../../testing/memory/channels/memory-linear.js";
import { MemorySlack } from "../../testing/memory/channels/memory-slack.js";
import { deliver, passMinutes } from "../../testing/run-world.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import { planAudit } from "./audit/plan-audit.js";
import type { MessageChange } from "./channel-record.js";
import { deliveryId, putDelivery } from "./put-delivery.js";

const ada = "ada" as WorkspaceId;
const change = (incidentId: string, text: Partial<MessageChange> = {}): MessageChange => ({
  incidentId,
  kind: "opened",
  severity: "alert",
  headline: `${incidentId} down 60% since Nov 16`,
  reason: "40 events in 2 days, 60% below the expected 100.",
  cause: null,
  segment: null,
  rank: "1",
  began: { connectionId: "c1", day: null, change: null, segment: null },
  use: null,
  ...text,
});

/** Whether a request creates something. Queries of GraphQL are posted, too. */
const isWrite = ({ method, body }: OutboundRequest): boolean =>
  method === "POST" && !body!.startsWith('{"query":"query');

/** What arrived. `mark`: how the receiver tells that two are the same message; null if it can't. */
type Arrived = { text: string; mark: string | null };
const requestMark = ({ headers, body }: OutboundRequest): string | null =>
  headers["webhook-id"] ?? (JSON.parse(body!) as { dedup_key?: string }).dedup_key ?? null;

type Failure = Partial<OutboundAnswer> | "no-answer";

const address = "team@example.com";

const getsAudit = (kind: ChannelKind): boolean => channelKindOf(kind).receives === "audit";

/** A channel of the kind, and a message to it that waits. `arrived` has what its service accepted. */
async function waitingMessage(kind: ChannelKind, changes = [change("Checkout")]) {
  const app = testApp();
  const sample = { ...channelSamples[kind][0], ...(kind === "email" && { addresses: [address] }) };
  const { body } = await app.as("ada").post("/api/v1/channels").send(sample).expect(201);
  const { id } = body as CreatedChannel;
  await app.channels.change(ada, id, (before) => ({
    ...before,
    addresses: before.addresses.map((one) => ({ ...one, confirmedAt: before.createdAt })),
  }));
  app.mailer.sent.length = 0;
  const services = {
    slack: new MemorySlack(),
    jira: new MemoryJira(),
    github: new MemoryGithub(),
    linear: new MemoryLinear(),
  };
  const arrived: Arrived[] = [];
  const requests: OutboundRequest[] = [];
  let failure: Failure | null = null;
  let onArrival = () => {};
  app.outbound.answer = (request) => {
    if (failure !== null) return failure;
    if (isWrite(request)) {
      onArrival();
      arrived.push({ text: request.body!, mark: requestMark(request) });
      requests.push(request);
    }
    return kind in services ? services[kind as "jira"].answer(request) : { status: 202 };
  };
  const send = app.mailer.send.bind(app.mailer);
  // Mail to others, such as the admins, arrives.
  app.mailer.send = async (mail) => {
    if (mail.to !== address) return send(mail);
    if (failure !== null) throw new Error("The mail server refused it.");
    onArrival();
    arrived.push({ text: mail.text, mark: mail.id ?? null });
  };
  const putFindings = () =>
    putDelivery(app, ada, deliveryId(id, "r1"), {
      kind: "run",
      channelId: id,
      about: "Demo Shop",
      path: "/reports/r1",
      changes,
      dueAt: app.clock.now().toISOString(),
    });
  const put = () => (getsAudit(kind) ? planAudit(app, addMs(app.clock.now(), minuteMs)) : putFindings());
  // The audit log's entry about the channel itself is sent a little later than it was made.
  app.clock.advance(5 * minuteMs);
  await put();
  return {
    ...{ app, id, arrived, requests, put },
    fail: (next: Failure | null) => (failure = next),
    whenSent: (then: () => void) => (onArrival = then),
  };
}

const history = async (app: TestApp): Promise<Delivery[]> =>
  (await app.as("ada").get("/api/v1/deliveries").expect(200)).body as Delivery[];
const channelOf = async (app: TestApp): Promise<Channel> =>
  ((await app.as("ada").get("/api/v1/channels").expect(200)).body as Channel[])[0]!;

const json = (status: number, body: object): Failure => ({ status, body: JSON.stringify(body) });
/** How services answer that don't use the status for it. */
const refusals: Partial<Record<ChannelKind, { revoked: Failure; deleted: Failure }>> = {
  slack: {
    revoked: json(200, { ok: false, error: "token_revoked" }),
    deleted: json(200, { ok: false, error: "channel_not_found" }),
  },
  slack_webhook: { revoked: { status: 403 }, deleted: { status: 404 } },
  pagerduty: { revoked: { status: 400 }, deleted: { status: 400 } },
  linear: {
    revoked: json(400, { errors: [{ message: "No", extensions: { code: "AUTHENTICATION_ERROR" } }] }),
    deleted: json(200, { data: { teams: { nodes: [] } } }),
  },
};

/** How services say that there were too many requests, apart from 429. */
const limits: [ChannelKind, string, Failure][] = [
  ["slack", "in the body", json(200, { ok: false, error: "ratelimited" })],
  ["slack", "for one channel", json(200, { ok: false, error: "rate_limited" })],
  [
    "linear",
    "with 400",
    json(400, { errors: [{ message: "Rate limit exceeded", extensions: { code: "RATELIMITED" } }] }),
  ],
  [
    "linear",
    "with 200",
    json(200, {
      data: null,
      errors: [{ message: "Rate limit exceeded", extensions: { code: "RATELIMITED" } }],
    }),
  ],
  ["github", "with 403", json(403, { message: "You have exceeded a secondary rate limit." })],
];

it.each(limits)(
  "a message to %s waits as long as a limit %s asks for, six hours at most",
  async (...given) => {
    const [kind, , limited] = given;
    for (const [retryAfterSeconds, hours] of [
      [1_800, 1],
      [1e12, 6],
    ] as const) {
      const { app, arrived, fail } = await waitingMessage(kind);
      fail({ ...(limited as object), retryAfterSeconds });
      await deliver(app);
      expect(await history(app)).toMatchObject([{ status: "waiting", attempts: 1 }]);
      fail(null);
      await passMinutes(app, 20);
      expect(arrived).toEqual([]);
      app.clock.advance(hours * hourMs);
      await passMinutes(app, 2);
      expect(arrived).toHaveLength(1);
      expect(app.mailer.sent).toEqual([]);
    }
  },
);

it.each([
  ["AUTHENTICATION_ERROR", "Linear refused the API key."],
  ["INPUT_ERROR", "Linear answered: It failed"],
])("says why Linear refused a message: %s", async (code, answer) => {
  const { app, fail } = await waitingMessage("linear");
  fail(json(400, { errors: [{ message: "It failed", extensions: { code } }] }));
  await deliver(app);
  expect(await history(app)).toMatchObject([{ status: "waiting", answer }]);
});

it("GitHub is left alone for a minute if a limit doesn't say when it ends", async () => {
  const { app, arrived, fail } = await waitingMessage("github");
  fail(json(403, { message: "You have exceeded a secondary rate limit." }));
  await deliver(app);
  fail(null);
  app.clock.advance(50 * secondMs);
  await deliver(app);
  expect(arrived).toEqual([]);
  await passMinutes(app, 1);
  expect(arrived).toHaveLength(1);
});

describe.each(channelKindNames)("a message to a channel of the kind %s", (kind) => {
  const { revoked, deleted } = refusals[kind] ?? { revoked: { status: 401 }, deleted: { status: 404 } };
  const faults: [string, Failure][] = [
    ["a time-out", "no-answer"],
    ["429", { status: 429 }],
    ["500", { status: 500 }],
    ["a revoked credential", revoked],
    ["a deleted channel", deleted],
  ];
  /** A mail server has one way to refuse. */
  const isMail = kind === "email";

  it.each(faults)("is sent again after %s, arrives once, and is never lost", async (_name, failure) => {
    const { app, arrived, fail } = await waitingMessage(kind);
    fail(failure);
    await deliver(app);
    expect(await history(app)).toMatchObject([{ status: "waiting", attempts: 1 }]);
    expect((await channelOf(app)).failingSince).not.toBeNull();
    fail(null);
    await passMinutes(app, 3);
    expect(await history(app)).toMatchObject([{ status: "delivered" }]);
    expect((await channelOf(app)).failingSince).toBeNull();
    await passMinutes(app, 5);
    expect(arrived).toHaveLength(1);
    expect(app.mailer.sent).toEqual([]);
  });

  it.each(faults)("fails after a day of %s, and the admins are told once", async (_name, failure) => {
    const { app, arrived, fail } = await waitingMessage(kind);
    fail(failure);
    for (let hour = 0; hour < 27; hour++) {
      app.clock.advance(hourMs);
      await passMinutes(app, 1);
    }
    const statuses = (await history(app)).map(({ status }) => status);
    // The audit log's next message has the same entries.
    expect(statuses).toEqual(getsAudit(kind) ? ["waiting", "failed"] : ["failed"]);
    expect(arrived).toEqual([]);
    expect(app.mailer.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ["ada@example.com", "Messages to “Team” have failed for a day"],
    ]);
  });

  it.runIf(!isMail).each([
    [0, 1],
    [120, 0],
    [1e12, 0],
    [Infinity, 0],
  ])("waits for %d seconds after 429, but six hours at most", async (retryAfterSeconds, soon) => {
    const { app, arrived, fail } = await waitingMessage(kind);
    fail({ status: 429, retryAfterSeconds });
    await deliver(app);
    fail(null);
    await passMinutes(app, 1);
    expect(arrived).toHaveLength(soon);
    app.clock.advance(6 * hourMs);
    await passMinutes(app, 2);
    expect(arrived).toHaveLength(1);
  });

  it("is not visible twice if the worker dies after the send", async () => {
    const { app, arrived, whenSent } = await waitingMessage(kind);
    let isDead = false;
    whenSent(() => (isDead = true));
    const channels = new Proxy(app.channels, {
      get: (target, name) =>
        isDead ? killedAt(target, 1)[name as "find"] : Reflect.get(target, name).bind(target),
    });
    await deliver(app, { using: { ...app, channels } }).catch(() => undefined);
    expect(arrived).toHaveLength(1);
    whenSent(() => {});
    await passMinutes(app, 15);
    expect(await history(app)).toMatchObject([{ status: "delivered", attempts: 2 }]);
    const [first, ...again] = arrived;
    const isMarked = ({ mark, text }: Arrived): boolean =>
      mark === null ? text.includes("sent again") : mark === first!.mark;
    expect(again.every(isMarked)).toBe(true);
  });

  it("is sent once if it is planned twice and its task runs twice", async () => {
    const { app, arrived, put } = await waitingMessage(kind);
    await put();
    await deliver(app, { times: 2 });
    expect(arrived).toHaveLength(1);
  });

  it("is sent by the sweeper if its task is lost", async () => {
    const { app, arrived } = await waitingMessage(kind);
    app.queue.of("sendDelivery").length = 0;
    await passMinutes(app, 15);
    expect(arrived).toHaveLength(1);
  });

  it.runIf(!isMail)("switches the channel off and tells the admins if the address answers 410", async () => {
    const { app, arrived, fail } = await waitingMessage(kind);
    fail({ status: 410 });
    await deliver(app);
    expect(arrived).toEqual([]);
    expect(await history(app)).toMatchObject([{ status: "failed", answer: "HTTP 410" }]);
    expect(await channelOf(app)).toMatchObject({ isOn: false });
    expect(app.mailer.sent.at(-1)!.subject).toContain("was switched off");
  });
});

describe("a card for Microsoft Teams", () => {
  type Card = {
    body: { inlines: { text: string; selectAction?: { url: string } }[] }[];
    actions: object[];
  };
  const cardOf = async (changes: MessageChange[]) => {
    const { app, requests } = await waitingMessage("teams", changes);
    await deliver(app);
    const [{ headers, body }] = requests as [OutboundRequest];
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    const { type, attachments } = JSON.parse(body!) as { type: string; attachments: { content: Card }[] };
    expect(type).toBe("message");
    const card = attachments[0]!.content;
    const lines = card.body.map(({ inlines }) => inlines.map(({ text }) => text).join(""));
    return { card, lines, bytes: Buffer.byteLength(body!) };
  };

  it("has the sentences of the other channels, a link per incident and one button", async () => {
    const { card, lines } = await cardOf([
      change("Checkout", { cause: null }),
      change("Search", { kind: "recovered", severity: "warning" }),
    ]);
    expect(lines).toEqual([
      "1 new, 1 recovered in Demo Shop",
      "New (1)",
      "🔴 Checkout down 60% since Nov 16\n40 events in 2 days, 60% below the expected 100.",
      "Recovered (1)",
      "Search down 60% since Nov 16\n40 events in 2 days, 60% below the expected 100.",
    ]);
    expect(card.body[2]!.inlines[1]!.selectAction!.url).toMatch(/\/incidents\/Checkout$/);
    expect(card.actions).toMatchObject([{ type: "Action.OpenUrl", title: "View report" }]);
  });

  it("leaves out the last lines if it would be too large, and says how many", async () => {
    const long = "界".repeat(5_000);
    const { lines, bytes } = await cardOf(
      Array.from({ length: 14 }, (_, index) => change(`i${index}`, { headline: long, reason: long })),
    );
    expect(bytes).toBeLessThanOrEqual(20_000);
    const shown = lines.filter((line) => line.includes("🔴")).length;
    expect(shown).toBeGreaterThan(2);
    const more = lines.flatMap((line) => /and (\d+) more/.exec(line)?.[1] ?? []).map(Number);
    expect(shown + more.reduce((sum, one) => sum + one, 0)).toBe(14);
  });
});
