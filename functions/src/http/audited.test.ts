import { expect, it } from "vitest";
import { api, type Api, type EndpointName } from "../contract/api.js";
import type { AuditEntry } from "../contract/workspaces.js";
import { newAccount } from "../features/billing/account/billing-account.js";
import type { Payments } from "../features/billing/payments.js";
import { eventId } from "../features/data-settings/setting-ids.js";
import { exampleBody, routeBody } from "../testing/foreign-calls.js";
import { ada } from "../testing/tenants.js";
import { connectionBody, setupBody, testApp, type TestApp, verifiedConnection } from "../testing/test-app.js";

/*
 * Every endpoint that changes something leaves an entry in the workspace's audit log, or is listed here with the reason why it
 * doesn't. Each call is one that succeeds, and the log is read from the API.
 */

type Changing = { [K in EndpointName]: Api[K]["method"] extends "GET" ? never : K }[EndpointName];
type World = Awaited<ReturnType<typeof newWorld>>;
type Recorded = {
  action: AuditEntry["action"];
  /** What the call needs, and its body. */
  prepare: (world: World) => Promise<{ id?: string; query?: string; body?: object }>;
};

const subscription = {
  id: "sub_1",
  status: "active",
  cancelAt: null,
  periodStart: "2026-11-01T00:00:00.000Z",
  periodEnd: "2026-12-01T00:00:00.000Z",
};
const payments = {
  publishableKey: "pk_test",
  createCustomer: async () => "cus_1",
  openCheckout: async () => "https://checkout.example.com",
  cancelAtPeriodEnd: async () => subscription,
  resume: async () => subscription,
} as unknown as Payments;

async function newWorld() {
  const app = testApp({}, undefined, { payments });
  const owner = app.as("ada", ada);
  const connection = await verifiedConnection(app, "ada");
  const post = async (path: string, body: object) =>
    (await owner.post(path).send(body)).body as { id: string };
  const setup = () => post("/api/v1/setups", setupBody(connection));
  const channel = () =>
    post("/api/v1/channels", { kind: "webhook", name: "Hook", url: "https://hooks.example.com/x" });
  return { app, owner, connection, post, setup, channel };
}

const withSetup = async ({ setup }: World) => ({ id: (await setup()).id });
const withRun = async ({ setup, post }: World) => ({
  id: (await post(`/api/v1/setups/${(await setup()).id}/run`, {})).id,
});
const withInvitation = async ({ post }: World) =>
  post("/api/v1/invitations", { email: "cleo@example.com", role: "viewer" });
const withRoute = async ({ channel, post }: World) => {
  const body = routeBody((await channel()).id);
  return { id: (await post("/api/v1/routes", body)).id, body };
};
const withMember = async ({ app }: World) => {
  app.addMember(ada, "cleo", "editor");
  return { id: "cleo" };
};
const subscribed = async ({ app }: World) => {
  await app.billing.change(ada, () => ({
    ...newAccount,
    customer: { ...newAccount.customer, subscription: subscription as never },
  }));
  return {};
};
const sentToken = ({ mailer }: TestApp): string | null =>
  new URL(/https?:\S+token=\S+/.exec(mailer.sent.at(-1)!.text)![0]).searchParams.get("token");
const nothing = async () => ({});

const forOnePerson = "concerns the person alone, in every workspace or in none";
const triage = "in the incident's own timeline";
const onlyReads = "reads Mixpanel or stored data, and changes nothing that people set";
const throughLink = "no member: whoever has the link in an email";

const calls: Record<Changing, Recorded | string> = {
  createUser: {
    action: "workspace.created",
    prepare: async () => ({ body: { firebaseUid: "dora", email: "dora@example.com" } }),
  },
  updatePreferences: forOnePerson,
  sendVerificationEmail: forOnePerson,
  sendPasswordReset: forOnePerson,
  updateProfile: forOnePerson,
  changeEmail: forOnePerson,
  signOutEverywhere: forOnePerson,
  exportMyData: { action: "member.data-requested", prepare: nothing },
  deleteAccount: {
    action: "member.left",
    prepare: async ({ app }) => {
      app.addMember(ada, "bob", "owner");
      return { body: { email: "ada@example.com" } };
    },
  },
  unsubscribeOneClick: throughLink,
  confirmSubscription: throughLink,
  followAddressLink: throughLink,
  createWorkspace: { action: "workspace.created", prepare: nothing },
  renameWorkspace: { action: "workspace.renamed", prepare: nothing },
  changeRole: { action: "member.role-changed", prepare: withMember },
  removeMember: { action: "member.removed", prepare: withMember },
  leaveWorkspace: {
    action: "member.left",
    prepare: async ({ app }) => {
      app.addMember(ada, "bob", "owner");
      return {};
    },
  },
  inviteMember: { action: "member.invited", prepare: nothing },
  resendInvitation: { action: "member.invited", prepare: withInvitation },
  revokeInvitation: { action: "invitation.revoked", prepare: withInvitation },
  previewInvitation: onlyReads,
  acceptInvitation: {
    action: "member.joined",
    prepare: async ({ app }) => {
      const invitation = { email: "ada@example.com", role: "viewer" };
      await app.as("bob").post("/api/v1/invitations").send(invitation).expect(201);
      return { body: { token: sentToken(app) } };
    },
  },
  signUpByInvitation: {
    action: "member.joined",
    prepare: async ({ app, post }) => {
      await post("/api/v1/invitations", { email: "dora@example.com", role: "viewer" });
      return { body: { token: sentToken(app), displayName: "Dora", password: "a long password" } };
    },
  },
  createToken: { action: "token.created", prepare: nothing },
  revokeToken: { action: "token.revoked", prepare: ({ app }) => app.addToken(ada, "ada", "read") },
  exportWorkspaceData: { action: "workspace.data-requested", prepare: nothing },
  deleteWorkspace: "the log is deleted with the workspace, and owners are told by email",
  createSetupIntent: { action: "billing.checkout-opened", prepare: nothing },
  cancelBilling: { action: "billing.canceled", prepare: subscribed },
  resumeBilling: { action: "billing.resumed", prepare: subscribed },
  setSpendingLimit: {
    action: "billing.spending-limit-set",
    prepare: async (world) => ({ ...(await subscribed(world)), body: { spendingLimitCents: 50_000 } }),
  },
  changeIncidents: triage,
  recordRelease: { action: "release.recorded", prepare: nothing },
  deleteRelease: {
    action: "release.deleted",
    prepare: ({ post }) => post("/api/v1/releases", { version: "1.0.0" }),
  },
  switchMixpanelAnnotations: {
    action: "connection.annotations-on",
    prepare: async ({ connection }) => ({ id: connection }),
  },
  createConnection: { action: "connection.created", prepare: async () => ({ body: connectionBody }) },
  updateConnection: {
    action: "connection.updated",
    prepare: async ({ connection }) => ({ id: connection, body: { projectName: "Shop" } }),
  },
  deleteConnection: {
    action: "connection.deleted",
    prepare: async ({ connection }) => ({ id: connection, query: "?reports=delete" }),
  },
  verifyConnection: {
    action: "connection.verified",
    prepare: async ({ connection }) => ({ id: connection }),
  },
  createSetup: {
    action: "setup.created",
    prepare: async ({ connection }) => ({ body: setupBody(connection) }),
  },
  updateSetup: { action: "setup.updated", prepare: withSetup },
  deleteSetup: { action: "setup.deleted", prepare: withSetup },
  startReplay: onlyReads,
  stopReplay: onlyReads,
  startRun: { action: "run.started", prepare: withSetup },
  cancelRun: { action: "run.canceled", prepare: withRun },
  deleteRun: {
    action: "run.deleted",
    prepare: async (world) => {
      const { id } = await withRun(world);
      await world.owner.patch(`/api/v1/runs/${id}/cancel`).send({}).expect(200);
      return { id };
    },
  },
  createChannel: { action: "channel.created", prepare: nothing },
  updateChannel: {
    action: "channel.updated",
    prepare: async ({ channel }) => ({ ...(await channel()), body: { kind: "webhook", name: "Other" } }),
  },
  switchChannel: { action: "channel.switched-off", prepare: ({ channel }) => channel() },
  deleteChannel: { action: "channel.deleted", prepare: ({ channel }) => channel() },
  testChannel: "in the channel's own history",
  retryChannel: "in the channel's own history",
  rotateChannelSecret: { action: "channel.secret-rotated", prepare: ({ channel }) => channel() },
  createRoute: { action: "route.created", prepare: withRoute },
  updateRoute: { action: "route.updated", prepare: withRoute },
  deleteRoute: { action: "route.deleted", prepare: withRoute },
  previewRoute: onlyReads,
  updateDataSettings: {
    action: "exclusion.added",
    prepare: async ({ app, connection }) => {
      await app.schema.claimSync(
        ada,
        connection,
        { id: "s", status: "running", startedAt: "2026-11-18T12:00:00.000Z", errorMessage: null },
        "2026-11-19T11:00:00.000Z",
      );
      const inventory = { events: [{ name: "Login", properties: [] }], userProperties: [] };
      await app.schema.completeSync(ada, connection, "s", inventory as never, "2026-11-18T12:00:00.000Z");
      const body = { events: [{ id: eventId("Login"), isExcluded: true }] };
      return { query: `?connectionId=${connection}`, body };
    },
  },
  decideNames: {
    action: "name.decided",
    prepare: async () => ({ body: { pattern: "Test*", state: "ignored" } }),
  },
  syncDataSettings: onlyReads,
};

it.each(Object.entries(calls).filter(([, call]) => typeof call !== "string") as [Changing, Recorded][])(
  "%s is in the audit log",
  async (name, { action, prepare }) => {
    const world = await newWorld();
    const { id = "", query = "", body = exampleBody(name) } = await prepare(world);
    const inLog = async (workspace: string) =>
      (await world.app.workspaces.audit(workspace as never, { limit: 100 })).items;
    const { method, path } = api[name];
    const before = new Set((await inLog(ada)).map((entry) => entry.id));
    const caller = name === "createUser" ? world.app.as("dora") : world.owner;
    const verb = method.toLowerCase() as "post" | "put" | "patch" | "delete";
    const answer = await caller[verb](`${path.replace(/:\w+/, id)}${query}`).send(body);
    expect([200, 201, 202, 204], JSON.stringify(answer.body)).toContain(answer.status);
    const workspace =
      name === "createUser"
        ? (answer.body as { workspaces: { id: string }[] }).workspaces[0]!.id
        : name === "createWorkspace" || name === "acceptInvitation"
          ? (answer.body as { id: string }).id
          : ada;
    const added = (await inLog(workspace)).filter((entry) => !before.has(entry.id));
    expect(added.map((entry) => entry.action)).toContain(action);
    for (const { actor, target } of added) {
      expect(actor.email).toMatch(/^(?:ada|bob|dora|founder)@example\.com$/);
      expect(target).not.toContain("undefined");
    }
  },
);

it("repeating a release or an edit that changes nothing adds no entry", async () => {
  const { app, owner, setup, post } = await newWorld();
  const release = { version: "1.0.0", at: "2026-11-18T10:00:00Z" };
  await post("/api/v1/releases", release);
  const { id } = await setup();
  const before = (await app.workspaces.audit(ada, { limit: 100 })).items.length;
  await owner.post("/api/v1/releases").send(release).expect(201);
  await owner.put(`/api/v1/setups/${id}`).send({ status: "active" }).expect(200);
  expect((await app.workspaces.audit(ada, { limit: 100 })).items).toHaveLength(before);
});

it("the entry says what the change was made with", async () => {
  const { app } = await newWorld();
  const { token } = await app.addToken(ada, "ada", "write");
  const record = (version: string, userAgent: string) =>
    app.withToken(token).post("/api/v1/releases").set("User-Agent", userAgent).send({ version }).expect(201);
  await app.as("ada").post("/api/v1/releases").set("User-Agent", "plumbline-cli").send({ version: "1" });
  await record("2", "curl/8");
  await record("3", "plumbline-cli");
  await record("4", "plumbline-mcp");
  const { items } = await app.workspaces.audit(ada, { limit: 100 });
  const released = items.filter(({ action }) => action === "release.recorded");
  expect(Object.fromEntries(released.map(({ target, via }) => [target, via]))).toEqual({
    1: "web",
    2: "api",
    3: "cli",
    4: "assistant",
  });
});
