import { describe, expect, it } from "vitest";
import { dayMs, hourMs, secondMs } from "../../common/time.js";
import { addressHash, rateLimits } from "../../ports/rate-limiter.js";
import { connectionId, deliver, join, runWorld, setupId, workspaceId } from "../../testing/run-world.js";
import { testApp, type TestApp } from "../../testing/test-app.js";
import { initialBilling } from "../billing/account/run-permission.js";
import { connectionSecretContext } from "../connections/secret-box.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import type { DeliveryRecord } from "../channels/channel-record.js";
import { sendDelivery } from "../channels/send-delivery.js";

type World = Awaited<ReturnType<typeof runWorld>>;

/** Uses up the day's limit, or this much of it. */
async function fillDay(
  { rateLimiter }: World,
  uid = "ada",
  mails: number = rateLimits.personMail.max,
): Promise<void> {
  for (let mail = 0; mail < mails; mail++)
    await rateLimiter.use(addressHash(`${uid}@example.com`), "personMail");
}

describe("a person who has reached the day's limit of emails about runs", () => {
  it("gets the rest in one digest at the end of the day, once", async () => {
    const deps = await runWorld();
    await fillDay(deps);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps, { times: 2 });
    const deliveries = () => deps.db.all<DeliveryRecord>(workspaceId, "deliveries");
    const digest = deliveries().find(({ kind }) => kind === "digest")!;
    expect(deliveries()).toMatchObject([
      { kind: "run", answer: "1 member will get a digest", receipts: { ada: digest.id } },
      { kind: "digest", status: "waiting", uid: "ada" },
    ]);
    expect(deps.mailer.sent).toEqual([]);
    deps.clock.advance(dayMs);
    await deliver(deps);
    expect(deps.mailer.sent).toMatchObject([
      { to: "ada@example.com", subject: "1 more run with news today" },
    ]);
    expect(deps.mailer.sent[0]!.text).toContain("Ada's workspace, Daily checks: 2 alerts");
    await sendDelivery(deps, { workspaceId, deliveryId: digest.id });
    expect(deps.mailer.sent).toHaveLength(1);
  });

  it.each([
    [
      "left the workspace",
      async ({ db }: World) => {
        db.delete("ada", "memberships", workspaceId);
        db.delete(workspaceId, "members", "ada");
      },
    ],
    ["turned emails off", (deps: World) => deps.workspaces.setEmailNotifications(workspaceId, "ada", false)],
    [
      "unsubscribed",
      async ({ unsubscribed, settings }: World) => {
        const { addressKey } = await import("./unsubscribe-token.js");
        const address = addressKey(settings.unsubscribeKey, "ada@example.com");
        await unsubscribed.save({ address, at: "2026-11-18T12:00:00.000Z" });
      },
    ],
  ])("gets no digest if they %s meanwhile", async (_name, leave) => {
    const deps = await runWorld();
    await fillDay(deps);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    await leave(deps);
    deps.clock.advance(dayMs);
    await deliver(deps);
    expect(deps.mailer.sent).toEqual([]);
  });

  it("gets separate emails again the next day", async () => {
    const deps = await runWorld();
    await fillDay(deps);
    deps.clock.advance(dayMs);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mailer.sent).toHaveLength(1);
  });
});

it("60 members get 30 emails a day each, from all workspaces, and a digest of all other runs", async () => {
  const deps = await runWorld();
  const others = Array.from({ length: 59 }, (_, index) => `member-${index}`);
  for (const uid of others) await join(deps, uid);
  await Promise.all(["ada", ...others].map((uid) => fillDay(deps, uid, rateLimits.personMail.max - 6)));
  const billing = { ...initialBilling, hasPaymentMethod: true };
  deps.db.set(workspaceId, "account", workspaceId, { activeRunId: null, billing });
  const connection = (await deps.connections.find(workspaceId, connectionId))!;
  const setup = await deps.setups.get(workspaceId, setupId);
  const names: string[] = [];
  for (const id of ["a", "b", "c", "d"]) {
    const secret = deps.secrets.seal(deps.mixpanel.secret, connectionSecretContext(workspaceId, id));
    await deps.connections.create(workspaceId, { ...connection, id, secret });
    for (const detector of setup.selectedDetectors) {
      const name = `${id} ${detector.key}`;
      names.push(name);
      const own = { id: name, name, connectionId: id, selectedDetectors: [detector] };
      await deps.setups.create(workspaceId, { ...setup, ...own });
      await startRun(deps, workspaceId, name);
      await deliver(deps);
      deps.clock.advance(hourMs);
    }
  }
  const answers = deps.db
    .all<DeliveryRecord>(workspaceId, "deliveries")
    .flatMap(({ kind, answer }) => (kind === "run" ? [answer] : []));
  expect(answers.toSorted()).toEqual([
    ...Array<string>(2).fill("60 members will get a digest"),
    ...Array<string>(6).fill("Sent to 60 members"),
  ]);
  const separate = deps.mailer.sent.splice(0);
  expect(separate).toHaveLength(60 * 6);
  deps.clock.advance(dayMs);
  await deliver(deps);
  expect(new Set(deps.mailer.sent.map(({ to }) => to)).size).toBe(60);
  expect(deps.mailer.sent).toHaveLength(60);
  for (const { to, text } of deps.mailer.sent) {
    const own = separate.filter((mail) => mail.to === to).map((mail) => mail.text.split("\n")[0]!);
    const held = names.filter((name) => text.includes(`Ada's workspace, ${name}: 1 alert.`));
    expect([...own, ...held].toSorted()).toEqual(names.toSorted());
  }
});

describe("a stranger's mailbox", () => {
  it("can't be flooded with invitations, however many workspaces send and resend them", async () => {
    const app = testApp();
    const statuses: number[] = [];
    for (let workspace = 0; workspace < 4; workspace++) {
      const from = app.as(`inviter-${workspace}`);
      const { body, status } = await from
        .post("/api/v1/invitations")
        .send({ email: "victim@example.com", role: "viewer" });
      statuses.push(status);
      for (let times = 0; times < 5; times++)
        statuses.push((await from.post(`/api/v1/invitations/${body.id}/resend`)).status);
    }
    expect(app.mailer.sent).toHaveLength(rateLimits.strangersByAddress.max);
    expect(statuses).toContain(429);
    app.clock.advance(dayMs);
    await app
      .as("ada")
      .post("/api/v1/invitations")
      .send({ email: "victim@example.com", role: "viewer" })
      .expect(201);
  });

  it("can't be flooded by adding tags to its address", async () => {
    const app = testApp();
    for (let tag = 0; tag < 10; tag++)
      await app
        .as(`inviter-${tag}`)
        .post("/api/v1/invitations")
        .send({ email: `victim+${tag}@example.com`, role: "viewer" });
    for (const [index, email] of [
      "v.ictim@gmail.com",
      "vi.ctim@gmail.com",
      "v.i.c.t.i.m+1@googlemail.com",
    ].entries())
      for (let times = 0; times < 4; times++)
        await app.as(`other-${index}-${times}`).post("/api/v1/invitations").send({ email, role: "viewer" });
    expect(app.mailer.sent).toHaveLength(2 * rateLimits.strangersByAddress.max);
    for (const email of ["victim-2@example.com", "victim@other.example.com"])
      await app.as("ada").post("/api/v1/invitations").send({ email, role: "viewer" }).expect(201);
  });

  it("can't be flooded by signing up with many addresses of it, which leave its own sign-up alone", async () => {
    const app = testApp({}, async (token) => ({
      uid: token,
      email: `${token}@example.com`,
      email_verified: false,
    }));
    const ask = (name: string) => app.as(name).post("/api/v1/users/verification-email");
    for (let tag = 0; tag < 20; tag++) await ask(`victim+${tag}`);
    expect(app.mailer.sent).toHaveLength(rateLimits.accountMail.max);
    for (let times = 0; times < rateLimits.accountMail.max; times++) await ask("victim").expect(204);
    await ask("victim").expect(429);
    expect(app.mailer.sent).toHaveLength(2 * rateLimits.accountMail.max);
  });

  it("can't be flooded by resets for many unverified addresses of it, which leave those of its own account alone", async () => {
    const app = testApp();
    const { known, unverified } = app.identityProvider;
    const tagged = Array.from({ length: 10 }, (_, tag) => `victim+${tag}@example.com`);
    for (const email of tagged) {
      known.add(email);
      unverified.add(email);
    }
    known.add("victim@example.com");
    const ask = (email: string) => app.anonymous.post("/api/v1/auth/password-reset").send({ email });
    // The answers are those for addresses without an account.
    for (const email of [...tagged, ...tagged, "nobody+1@example.com"]) await ask(email).expect(204);
    expect(app.mailer.sent).toHaveLength(rateLimits.passwordReset.max);
    for (let i = 0; i < rateLimits.passwordReset.max; i++) await ask("victim@example.com").expect(204);
    expect(app.mailer.sent.filter(({ to }) => to === "victim@example.com")).toHaveLength(
      rateLimits.passwordReset.max,
    );
    await ask("victim@example.com").expect(429);
  });

  it("can't be flooded with password links over the day", async () => {
    const app = testApp();
    app.identityProvider.known.add("victim@example.com");
    for (let hour = 0; hour < 23; hour++) {
      for (let i = 0; i < 6; i++)
        await app.anonymous.post("/api/v1/auth/password-reset").send({ email: "victim@example.com" });
      app.clock.advance(dayMs / 24);
    }
    expect(app.mailer.sent).toHaveLength(rateLimits.passwordResetDaily.max);
  });
});

/** Ada has just signed in, so that she may change her address, too. */
function justSignedIn(): TestApp {
  const app = testApp({}, async (token) => {
    const uid = token.replace("token-", "");
    return {
      uid,
      email: `${uid}@example.com`,
      email_verified: true,
      auth_time: app.clock.now().getTime() / secondMs,
    };
  });
  return app;
}

const listOf = (addresses: string[]) => ({ kind: "email", name: "WIN $$$ at example.com", addresses });
const addresses = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `stranger-${from + index}@example.com`);

describe("a person", () => {
  it("has at most 20 strangers emailed a day, however it is tried, and all or none of a list", async () => {
    const app = justSignedIn();
    const ada = app.as("ada");
    const { body: list } = await ada
      .post("/api/v1/channels")
      .send(listOf(addresses(0, 8)))
      .expect(201);
    await ada
      .put(`/api/v1/channels/${list.id}`)
      .send(listOf(addresses(8, 8)))
      .expect(200);
    await ada.post(`/api/v1/users/email-change`).send({ email: "stranger-16@example.com" }).expect(204);
    await ada
      .post("/api/v1/invitations")
      .send({ email: "stranger-17@example.com", role: "viewer" })
      .expect(201);
    const { body: other } = await ada.post("/api/v1/workspaces").send({ name: "Other" }).expect(201);
    const elsewhere = app.as("ada", other.id);
    const { body: invitation } = await elsewhere
      .post("/api/v1/invitations")
      .send({ email: "stranger-18@example.com", role: "viewer" })
      .expect(201);
    const toStrangers = () => app.mailer.sent.filter(({ to }) => to.startsWith("stranger-"));
    expect(toStrangers()).toHaveLength(19);

    await ada
      .post("/api/v1/channels")
      .send(listOf(addresses(20, 2)))
      .expect(429);
    expect((await ada.get("/api/v1/channels").expect(200)).body).toHaveLength(1);
    expect(toStrangers()).toHaveLength(19);
    await elsewhere.post(`/api/v1/invitations/${invitation.id}/resend`).expect(200);
    for (const refused of [
      () => ada.put(`/api/v1/channels/${list.id}`).send(listOf(addresses(30, 1))),
      () => ada.post(`/api/v1/channels/${list.id}/retry`),
      () => elsewhere.post(`/api/v1/invitations/${invitation.id}/resend`),
      () => ada.post("/api/v1/invitations").send({ email: "stranger-31@example.com", role: "viewer" }),
      () => ada.post("/api/v1/users/email-change").send({ email: "stranger-32@example.com" }),
    ])
      await refused().expect(429);
    expect(toStrangers()).toHaveLength(rateLimits.strangersByPerson.max);
    app.clock.advance(dayMs);
    await ada
      .post("/api/v1/channels")
      .send(listOf(addresses(20, 2)))
      .expect(201);
  });

  it("has no more strangers emailed by having an account for each tag of their address", async () => {
    const app = testApp();
    for (let tag = 0; tag < 5; tag++)
      for (let stranger = 0; stranger < 8; stranger++)
        await app
          .as(`me+${tag}`)
          .post("/api/v1/invitations")
          .send({ email: `stranger-${tag}-${stranger}@example.com`, role: "viewer" });
    expect(app.mailer.sent).toHaveLength(rateLimits.strangersByPerson.max);
  });

  it("has nobody counted who isn't emailed because the invitation or list is refused", async () => {
    const app = testApp();
    const ada = app.as("ada");
    app.addMember("ada", "bob", "viewer");
    const list = { ...listOf(addresses(0, 1)), id: "list" };
    await ada.post("/api/v1/channels").send(list).expect(201);
    for (let times = 0; times < rateLimits.strangersByPerson.max; times++) {
      await ada.post("/api/v1/invitations").send({ email: "bob@example.com", role: "viewer" }).expect(409);
      await ada
        .post("/api/v1/channels")
        .send({ ...list, ...listOf(addresses(times, 1)) })
        .expect(409);
    }
    await ada.post("/api/v1/invitations").send({ email: "stranger@example.com", role: "viewer" }).expect(201);
  });

  it("can reset their password, however many other emails somebody has sent to their address", async () => {
    const app = testApp();
    app.identityProvider.known.add("bob@example.com");
    const invite = () =>
      app.as("ada").post("/api/v1/invitations").send({ email: "bob@example.com", role: "viewer" });
    for (let times = 0; times < 6; times++) {
      await invite();
      await app
        .as("ada")
        .post("/api/v1/channels")
        .send(listOf(["bob@example.com"]));
    }
    app.mailer.sent.length = 0;
    await app.anonymous.post("/api/v1/auth/password-reset").send({ email: "bob@example.com" }).expect(204);
    expect(app.mailer.sent).toMatchObject([{ to: "bob@example.com", subject: "Reset your password" }]);
  });
});

describe("an email to somebody who hasn't agreed to any", () => {
  it("contains nothing that somebody wrote, and a link that ends such emails for good", async () => {
    const app = justSignedIn();
    const ada = app.as("ada");
    await ada.patch("/api/v1/users/profile").send({ displayName: "WIN $$$ at example.com" }).expect(200);
    await ada.patch("/api/v1/workspace").send({ name: "WIN $$$ at example.com" }).expect(200);
    const askEverywhere = async () => {
      await ada
        .post("/api/v1/channels")
        .send(listOf(["stranger@example.com"]))
        .expect(201);
      return [
        await ada.post("/api/v1/invitations").send({ email: "stranger@example.com", role: "viewer" }),
        await ada.post("/api/v1/users/email-change").send({ email: "stranger@example.com" }),
      ].map(({ status }) => status);
    };
    expect(await askEverywhere()).toEqual([201, 204]);
    const asked = app.mailer.sent.splice(0).filter(({ to }) => to === "stranger@example.com");
    expect(asked).toHaveLength(3);
    for (const { subject, text, html, headers } of asked) {
      expect(subject + text + html).not.toContain("WIN");
      expect(text).toContain("Never ask this address again: http://app.test/api/v1/unsubscribe?token=");
      expect(headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
    }
    const stop = new URL(asked[1]!.headers!["List-Unsubscribe"]!.slice(1, -1));
    await app.anonymous.post(`${stop.pathname}${stop.search}`).expect(200);
    expect(await askEverywhere()).toEqual([400, 400]);
    expect(app.mailer.sent).toEqual([]);
  });

  it("ends such emails to every address of the mailbox", async () => {
    const app = testApp();
    const ask = (email: string) => app.as("ada").post("/api/v1/invitations").send({ email, role: "viewer" });
    await ask("stranger+1@example.com").expect(201);
    const stop = new URL(app.mailer.sent[0]!.headers!["List-Unsubscribe"]!.slice(1, -1));
    await app.anonymous.post(`${stop.pathname}${stop.search}`).expect(200);
    for (const email of ["stranger+1@example.com", "stranger+2@example.com", "Stranger@example.com"])
      await ask(email).expect(400);
    await ask("stranger-2@example.com").expect(201);
  });
});
