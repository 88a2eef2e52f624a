import { describe, expect, it } from "vitest";
import { channelKindNames, type ChannelKind } from "../../contract/channels/kinds.js";
import type { Channel, CreatedChannel, Delivery } from "../../contract/channels/channels.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { hourMs } from "../../common/time.js";
import type { OutboundAnswer, OutboundRequest } from "../../ports/outbound-http.js";
import { channelSamples } from "../../testing/channel-samples.js";
import { killedAt } from "../../testing/killed-at.js";
import { MemoryGithub } from "../../testing/memory/channels/memory-github.js";
import { MemoryJira } from "../../testing/memory/channels/memory-jira.js";
import { MemoryLinear } from "../../testing/memory/channels/memory-linear.js";
import { MemorySlack } from "../../testing/memory/channels/memory-slack.js";
import { deliver, passMinutes } from "../../testing/run-world.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
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
  since: null,
  segment: null,
  rank: "1",
  began: { connectionId: "c1", day: null, change: null, segment: null },
  use: null,
  ...text,
});

/** Whether a request creates something. Queries of GraphQL are posted, too. */
const isWrite = ({ method, body }: OutboundRequest): boolean =>
  method === "POST" && !body!.startsWith('{"query":"query');

/** A channel of the kind, and a message to it that waits. `arrived` has what its service accepted. */
async function waitingMessage(kind: ChannelKind, changes = [change("Checkout")]) {
  const app = testApp();
  const { body } = await app.as("ada").post("/api/v1/channels").send(channelSamples[kind][0]).expect(201);
  const { id } = body as CreatedChannel;
  const services = {
    slack: new MemorySlack(),
    jira: new MemoryJira(),
    github: new MemoryGithub(),
    linear: new MemoryLinear(),
  };
  const arrived: OutboundRequest[] = [];
  const accept = (request: OutboundRequest): Partial<OutboundAnswer> => {
    const answer = kind in services ? services[kind as "jira"].answer(request) : { status: 202 };
    if (isWrite(request)) arrived.push(request);
    return answer;
  };
  app.outbound.answer = accept;
  const put = () =>
    putDelivery(app, ada, deliveryId(id, "r1"), {
      kind: "run",
      channelId: id,
      about: "Demo Shop",
      path: "/reports/r1",
      changes,
      dueAt: app.clock.now().toISOString(),
    });
  await put();
  return { app, id, arrived, accept, put };
}

const history = async (app: TestApp): Promise<Delivery[]> =>
  (await app.as("ada").get("/api/v1/deliveries").expect(200)).body as Delivery[];
const channelOf = async (app: TestApp): Promise<Channel> =>
  ((await app.as("ada").get("/api/v1/channels").expect(200)).body as Channel[])[0]!;
/** How the receiver tells that two requests are the same message; null if it can't. */
const sameMessage = ({ headers, body }: OutboundRequest): string | null =>
  headers["webhook-id"] ?? (JSON.parse(body!) as { dedup_key?: string }).dedup_key ?? null;

const kinds = channelKindNames.filter((kind) => kind !== "email");

describe.each(kinds)("a message to a channel of the kind %s", (kind) => {
  it.each<[string, Partial<OutboundAnswer> | "no-answer"]>([
    ["a time-out", "no-answer"],
    ["429", { status: 429 }],
    ["500", { status: 500 }],
    ["a revoked credential", { status: 401 }],
    ["a deleted channel", { status: 404 }],
  ])("is sent again after %s, arrives once, and is never lost", async (_name, failure) => {
    const { app, arrived, accept } = await waitingMessage(kind);
    app.outbound.answer = () => failure;
    await deliver(app);
    expect(await history(app)).toMatchObject([{ status: "waiting", attempts: 1 }]);
    expect((await channelOf(app)).failingSince).not.toBeNull();
    app.outbound.answer = accept;
    await passMinutes(app, 3);
    expect(await history(app)).toMatchObject([{ status: "delivered" }]);
    expect((await channelOf(app)).failingSince).toBeNull();
    await passMinutes(app, 5);
    expect(arrived).toHaveLength(1);
  });

  it.each([120, 1e12])("waits for %d seconds after 429, but six hours at most", async (retryAfterSeconds) => {
    const { app, arrived, accept } = await waitingMessage(kind);
    app.outbound.answer = () => ({ status: 429, retryAfterSeconds });
    await deliver(app);
    app.outbound.answer = accept;
    await passMinutes(app, 1);
    expect(arrived).toEqual([]);
    app.clock.advance(6 * hourMs);
    await passMinutes(app, 2);
    expect(arrived).toHaveLength(1);
  });

  it("is not visible twice if the worker dies after the send", async () => {
    const { app, arrived, accept } = await waitingMessage(kind);
    let isDead = false;
    app.outbound.answer = (request) => {
      if (isWrite(request)) isDead = true;
      return accept(request);
    };
    const channels = new Proxy(app.channels, {
      get: (target, name) =>
        isDead ? killedAt(target, 1)[name as "find"] : Reflect.get(target, name).bind(target),
    });
    await deliver(app, { using: { ...app, channels } }).catch(() => undefined);
    expect(arrived).toHaveLength(1);
    app.outbound.answer = accept;
    await passMinutes(app, 15);
    expect(await history(app)).toMatchObject([{ status: "delivered", attempts: 2 }]);
    const isMarked = (again: OutboundRequest): boolean =>
      sameMessage(again) === null
        ? again.body!.includes("sent again")
        : sameMessage(again) === sameMessage(arrived[0]!);
    expect(arrived.slice(1).every(isMarked)).toBe(true);
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

  it("switches the channel off and tells the admins if the address answers 410", async () => {
    const { app, arrived } = await waitingMessage(kind);
    app.outbound.answer = () => ({ status: 410 });
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
    const { app, arrived } = await waitingMessage("teams", changes);
    await deliver(app);
    const [{ headers, body }] = arrived as [OutboundRequest];
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
