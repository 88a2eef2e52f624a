import { describe, expect, it } from "vitest";
import { dayMs } from "../../common/time.js";
import { rateLimits } from "../../ports/rate-limiter.js";
import { deliver, runWorld, setupId, workspaceId } from "../../testing/run-world.js";
import { testApp } from "../../testing/test-app.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { sendHeldDigest } from "../notifications/held-digest.js";

type World = Awaited<ReturnType<typeof runWorld>>;

/** Uses up the day's limit. */
async function fillDay({ rateLimiter }: World): Promise<void> {
  const { addressHash } = await import("../../ports/rate-limiter.js");
  for (let mail = 0; mail < rateLimits.personMail.max; mail++)
    await rateLimiter.use(addressHash("ada@example.com"), "personMail");
}

describe("a person who has reached the day's limit of emails about runs", () => {
  it("gets the rest in one digest at the end of the day, once", async () => {
    const deps = await runWorld();
    await fillDay(deps);
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect((await deps.runs.find(workspaceId, id))!.notification).toMatchObject({
      sentTo: [],
      heldFor: ["ada"],
    });
    expect(deps.mailer.sent).toEqual([]);
    deps.clock.advance(dayMs);
    await deliver(deps);
    expect(deps.mailer.sent).toMatchObject([
      { to: "ada@example.com", subject: "1 more run with news today" },
    ]);
    expect(deps.mailer.sent[0]!.text).toContain("Ada's workspace, Daily checks: 2 alerts");
    await sendHeldDigest(deps, "ada");
    expect(deps.mailer.sent).toHaveLength(1);
  });

  it.each([
    ["left the workspace", async (deps: World) => deps.db.delete("ada", "memberships", workspaceId)],
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
    expect(app.mailer.sent).toHaveLength(rateLimits.invitationMail.max);
    expect(statuses).toContain(429);
    app.clock.advance(dayMs);
    await app
      .as("ada")
      .post("/api/v1/invitations")
      .send({ email: "victim@example.com", role: "viewer" })
      .expect(201);
  });

  it("can't be flooded with password links over the day", async () => {
    const app = testApp();
    app.identityProvider.known.add("victim@example.com");
    for (let hour = 0; hour < 23; hour++) {
      for (let i = 0; i < 6; i++)
        await app.anonymous.post("/api/v1/auth/password-reset").send({ email: "victim@example.com" });
      app.clock.advance(dayMs / 24);
    }
    expect(app.mailer.sent).toHaveLength(rateLimits.accountMailDaily.max);
  });

  it("is protected by a limit on how many addresses a workspace emails", async () => {
    const app = testApp();
    const invite = (index: number) =>
      app
        .as("ada")
        .post("/api/v1/invitations")
        .send({ email: `v${index}@example.com`, role: "viewer" });
    for (let index = 0; index < rateLimits.workspaceInvitations.max; index++) {
      const { body, status } = await invite(index);
      if (status === 201) await app.as("ada").delete(`/api/v1/invitations/${body.id}`).expect(204);
    }
    await invite(1_000).expect(429);
    expect(app.mailer.sent).toHaveLength(rateLimits.workspaceInvitations.max);
  });
});
