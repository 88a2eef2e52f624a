import { describe, expect, it } from "vitest";
import type { DetailedRow } from "../../contract/results.js";
import { deliver, passTime, runsOf, runWorld, setupId, uid } from "../../testing/run-world.js";
import { startRun } from "../runs/start-run.js";
import { resultRow } from "../../engine/result-row.js";
import { findingEntries } from "./finding-entries.js";
import { sendNotification } from "./send-notification.js";
import { unsubscribe, unsubscribePage } from "./unsubscribe.js";
import { uidOfToken, unsubscribeToken } from "./unsubscribe-token.js";

const key = "k".repeat(32);

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

describe("findingEntries", () => {
  const row = (entity: string, changePct: number): DetailedRow => ({
    ...resultRow({ severity: "alert", entity, reason: `${entity} changed.`, detector: "event_count_change" }),
    state: "new",
    first_bad_day: "2026-10-16",
    last_day: "2026-10-17",
    change_pct: changePct,
    series: null,
    causeDetail: null,
  });

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
