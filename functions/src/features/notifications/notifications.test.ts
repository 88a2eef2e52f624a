import { describe, expect, it } from "vitest";
import type { ResultRow } from "../../contract/results.js";
import { deliver, passTime, runsOf, runWorld, setupId, uid } from "../../testing/run-world.js";
import { dayMs } from "../../shared/time.js";
import { MixpanelError } from "../mixpanel/mixpanel-error.js";
import { startRun } from "../runs/start-run.js";
import { resultRow } from "../../engine/result-row.js";
import { testApp } from "../../testing/test-app.js";
import { initialBilling } from "../billing/run-permission.js";
import { objectPaths } from "../objects/object-paths.js";
import { mayNotify } from "../runs/end-run.js";
import type { RunRecord } from "../runs/run-record.js";
import { everyMinute } from "../schedules/every-minute.js";
import { findingEntries } from "./finding-entries.js";
import { findingsMail } from "./run-mail.js";
import { sendNotification } from "./send-notification.js";
import { unsubscribe, unsubscribePage } from "./unsubscribe.js";
import { uidOfToken, unsubscribeToken } from "./unsubscribe-token.js";

const key = "k".repeat(32);
const planRefused = new MixpanelError("plan", "raw export", "402", { status: 402 });

describe("the mail after a run", () => {
  it("tells what is new with a link, and can be unsubscribed in one click", async () => {
    const deps = await runWorld(undefined, { name: "Checks <b>&\nBcc: x@example.com" });
    const { id } = await startRun(deps, uid, setupId);
    await deliver(deps);
    const [mail] = deps.mailer.sent;
    expect(mail!.to).toBe("ada@example.com");
    expect(mail!.subject).toBe("2 alerts: Checks <b>& Bcc: x@example.com");
    expect(mail!.text).toContain("New (2)");
    expect(mail!.text).toContain(`http://app.test/reports/${id}`);
    expect(mail!.html).toContain("Checks &#60;b&#62;&#38;");
    expect(mail!.html).not.toContain("<b>&");
    expect(mail!.headers!["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const url = new URL(mail!.headers!["List-Unsubscribe"]!.slice(1, -1));
    await unsubscribe(deps, url.searchParams.get("token")!);
    expect((await deps.users.find(uid))?.emailNotifications).toBe(false);
  });

  it("is not sent when notifications are off", async () => {
    const deps = await runWorld();
    await deps.users.setEmailNotifications(uid, false);
    await startRun(deps, uid, setupId);
    await passTime(deps);
    expect(deps.mailer.sent).toEqual([]);
  });

  it("is sent once when its task comes twice, even at the same moment", async () => {
    const deps = await runWorld();
    const { id: runId } = await startRun(deps, uid, setupId);
    await deliver(deps);
    await Promise.all([1, 2, 3].map(() => sendNotification(deps, { uid, runId })));
    expect(deps.mailer.sent).toHaveLength(1);
  });

  it("is not sent of a run that is deleted just then, and is not tried again", async () => {
    const deps = await runWorld();
    const { id: runId } = await startRun(deps, uid, setupId);
    const { send } = deps.mailer;
    deps.mailer.send = async () => {
      throw new Error("421");
    };
    await deliver(deps).catch(() => undefined);
    deps.mailer.send = send;
    const users = {
      ...deps.users,
      find: async () => {
        const user = await deps.users.find(uid);
        await deps.objects.deletePrefix(objectPaths.run(uid, runId));
        await deps.runs.delete(uid, runId);
        return user;
      },
    };
    await sendNotification({ ...deps, users }, { uid, runId });
    expect(deps.mailer.sent).toEqual([]);
    expect(await deps.runs.find(uid, runId)).toBeNull();
  });

  it("of a failure on schedule comes once per cause until there is a report, whatever fails in between", async () => {
    const due = { scheduleCron: "0 9 * * *", nextRunAt: "2026-11-18T09:00:00.000Z" };
    const deps = await runWorld(["event_count_change"], due);
    const paying = { activeRunId: null, billing: { ...initialBilling, hasPaymentMethod: true } };
    deps.db.set(uid, "account", uid, paying);
    const { secret } = deps.mixpanel;
    const day = async (trouble: "credentials" | "plan" | null) => {
      deps.mixpanel.secret = trouble === "credentials" ? "another" : secret;
      deps.mixpanel.failures.clear();
      if (trouble === "plan") deps.mixpanel.failures.set("exportEvents", planRefused);
      if (trouble === "plan") deps.mixpanel.failures.set("eventCounts", planRefused);
      await everyMinute(deps);
      await deliver(deps);
      deps.clock.advance(dayMs);
      return deps.mailer.sent.splice(0).map(({ subject }) => subject);
    };
    const told = ["Scheduled run failed: Daily checks"];
    expect(await day("credentials")).toEqual(told);
    expect(await day("plan")).toEqual(told);
    // Both causes were told of.
    expect(await day("credentials")).toEqual([]);
    expect(await day("plan")).toEqual([]);
    // So does a run by hand that fails in between change nothing.
    deps.mixpanel.secret = "another";
    await startRun(deps, uid, setupId);
    await deliver(deps);
    expect(await day("credentials")).toEqual([]);
    expect(await day(null)).toEqual([expect.stringMatching(/alert|warning/)]);
    expect(await day("credentials")).toEqual(told);
  });

  it("is tried again when the mail server was down", async () => {
    const deps = await runWorld();
    deps.mailer.isDown = true;
    const { id: runId } = await startRun(deps, uid, setupId);
    await expect(deliver(deps)).rejects.toThrow("mail server");
    deps.mailer.isDown = false;
    await sendNotification(deps, { uid, runId });
    expect(deps.mailer.sent).toHaveLength(1);
    expect((await runsOf(deps))[0]!.notification?.sentAt).not.toBeNull();
  });
});

const row = (entity: string, changePct: number): ResultRow => ({
  ...resultRow({ severity: "alert", entity, reason: `${entity} changed.`, detector: "event_count_change" }),
  state: "new",
  first_bad_day: "2026-10-16",
  last_day: "2026-10-17",
  change_pct: changePct,
});

describe("a run is worth a mail", () => {
  const summary = { alerts: 0, warnings: 0, passed: 2, inconclusive: 1, failed: 0 };
  it.each([
    ["not when nothing is flagged, whatever recovered", { status: "completed", summary }, false],
    ["when one check warns", { status: "completed", summary: { ...summary, warnings: 1 } }, true],
    ["when another check failed", { status: "partial", summary: { ...summary, alerts: 1, failed: 1 } }, true],
    ["not when it was cancelled", { status: "cancelled", summary: null }, false],
    ["not when it failed by hand", { status: "failed", summary: null }, false],
    ["when it failed on schedule", { status: "failed", summary: null, trigger: "scheduled" }, true],
  ] as const)("%s", (_name, run, isWorthIt) => {
    expect(mayNotify({ trigger: "manual", ...run } as RunRecord)).toBe(isWorthIt);
  });
});

describe("what a mail tells of a run", () => {
  const run = {
    setup: { id: "s", name: "Daily", connection: { id: "c", projectId: "1", projectName: null } },
    plan: null,
  } as unknown as RunRecord;
  const links = { reportUrl: "https://app.test/reports/r", unsubscribeUrl: "https://app.test/u?token=t" };
  const events = (count: number, state: ResultRow["state"]) =>
    Array.from({ length: count }, (_, index): ResultRow => ({
      ...row(`${state} ${index}`, index % 2 ? 50 + index : -50 - index),
      detector: "event_property_null_rate",
      state,
      severity: state === "recovered" ? "normal" : index === 0 ? "warning" : "alert",
    }));

  it("is the five worst of what is new, what goes on and what recovered, however much there is of each", () => {
    const findings = [...events(30, "new"), ...events(12, "ongoing"), ...events(7, "recovered")];
    const { subject, text } = findingsMail(run, findings, links);
    expect(subject).toBe("40 alerts, 2 warnings: Daily");
    for (const line of [
      "New (30)",
      "and 25 more",
      "Ongoing (12)",
      "and 7 more",
      "Recovered (7)",
      "and 2 more",
    ])
      expect(text).toContain(line);
    expect(text.match(/^- .* · /gm)).toHaveLength(15);
  });

  it("keeps every name within its line", () => {
    const name = "Paid\r\n\r\nUnsubscribe: https://evil.example\u2028x";
    const { text } = findingsMail(run, [{ ...row(name, -50), reason: `${name} fell.` }], links);
    expect(text).toContain("- Alert · Paid Unsubscribe: https://evil.example x\n");
    expect(text.match(/^Unsubscribe/gm)).toBeNull();
  });
});

describe("findingEntries", () => {
  it("tells five count findings of the same days and direction as one", () => {
    const rows = ["a", "b", "c", "d", "e"].map((entity) => row(entity, -60));
    expect(findingEntries([...rows, row("f", 80)]).map(({ name }) => name)).toEqual([
      "5 events fell together on Oct 16–17",
      "f",
    ]);
    expect(findingEntries(rows.slice(1))).toHaveLength(4);
  });
});

describe("unsubscribe tokens", () => {
  it("name the account they were made for", () => {
    expect(uidOfToken(key, unsubscribeToken(key, "ada"))).toBe("ada");
  });
  it.each([
    [
      "of another account",
      `${Buffer.from("bob").toString("base64url")}.${unsubscribeToken(key, "ada").split(".")[1]}`,
    ],
    ["of another key", unsubscribeToken("x".repeat(32), "ada")],
    ["without a signature", Buffer.from("ada").toString("base64url")],
    ["that are empty", ""],
    ["with more to them", `${unsubscribeToken(key, "ada")}.x`],
  ])("%s are refused", (_name, token) => {
    expect(() => uidOfToken(key, token)).toThrow(
      expect.objectContaining({ code: "invalid-unsubscribe-token" }),
    );
  });
  it("ask before they act, since mail scanners follow links", async () => {
    const deps = await runWorld();
    const token = unsubscribeToken(deps.settings.unsubscribeKey, uid);
    expect(unsubscribePage(deps, token)).toContain('<form method="post"');
    expect((await deps.users.find(uid))?.emailNotifications).toBe(true);
  });
});

describe("a mailbox that unsubscribes by one click", () => {
  const post = (app: ReturnType<typeof testApp>, token: string) =>
    app.anonymous
      .post(`/api/v1/unsubscribe?token=${encodeURIComponent(token)}`)
      .type("form")
      .send("List-Unsubscribe=One-Click");
  const isOn = async (app: ReturnType<typeof testApp>, uid: string) =>
    (await app.as(uid).get("/api/auth/user")).body.emailNotifications as boolean;

  it("posts a form without sign-in, as often as it likes, and reaches its own account only", async () => {
    const app = testApp();
    for (const uid of ["ada", "bob"]) await app.as(uid).get("/api/auth/user").expect(200);
    const token = unsubscribeToken(app.settings.unsubscribeKey, "ada");
    for (let times = 0; times < 2; times++) await post(app, token).expect(200).expect("Content-Type", /html/);
    expect([await isOn(app, "ada"), await isOn(app, "bob")]).toEqual([false, true]);
    const forged = `${Buffer.from("bob").toString("base64url")}.${token.split(".")[1]}`;
    expect((await post(app, forged).expect(400)).body.code).toBe("invalid-unsubscribe-token");
    expect(await isOn(app, "bob")).toBe(true);
    // Quiet about accounts that are gone.
    await post(app, unsubscribeToken(app.settings.unsubscribeKey, "nobody")).expect(200);
  });
});
