import { describe, expect, it } from "vitest";
import type { ResultRow, StoredFinding } from "../../../contract/results.js";
import {
  addPaymentMethod,
  deliver,
  join,
  passMinutes,
  passTime,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import type { TestDependencies } from "../../../testing/dependencies.js";
import { dayMs, hourMs } from "../../../common/time.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { startRun } from "../../runs/lifecycle/start-run.js";
import { storedFinding } from "../../../contract/findings/rows.testing.js";
import { objectPaths } from "../../../common/object-paths.js";
import { getReport } from "../../reports/get-report.js";
import type { RunRecord } from "../../runs/run-record.js";
import { everyMinute } from "../../../entry/every-minute.js";
import { findingsMail } from "./run-mail.js";
import { sendDelivery } from "../send-delivery.js";
import type { DeliveryRecord } from "../channel-record.js";
import { recipientsOf } from "./send-to-members.js";
import { addressKey } from "../../mails/unsubscribe-token.js";
import { ensureUser } from "../../workspaces/ensure-user.js";
import { unsubscribe } from "../../mails/unsubscribe.js";

const planRefused = new MixpanelError("plan", "raw export", "402", { status: 402 });

const deliveriesOf = (deps: TestDependencies) => deps.db.all<DeliveryRecord>(workspaceId, "deliveries");

describe("the email after a run", () => {
  it("says what is new with a link, and can be unsubscribed in one click", async () => {
    const deps = await runWorld(undefined, { name: "Checks <b>&\nBcc: x@example.com" });
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const [mail] = deps.mailer.sent;
    expect(mail!.to).toBe("ada@example.com");
    expect(mail!.subject).toBe("plan missing on 100% of Sign Up since Nov 15 (0% before), and 1 more");
    expect(mail!.text).toMatch(
      /^Checks <b>& Bcc: x@example.\u200Bcom\n\n2 alerts. Demo Shop, data through Nov 17 \(America\/New_York\)\./,
    );
    const incidents = (await deps.incidents.list(workspaceId, { isClosed: false }, { limit: 10 })).items;
    expect(incidents).toHaveLength(2);
    for (const incident of incidents) {
      expect(mail!.text).toContain(`http://app.test/incidents/${incident.id}\n`);
      expect(mail!.html).toContain(`"http://app.test/incidents/${incident.id}"`);
    }
    expect(mail!.html).toContain("prefers-color-scheme: dark");
    // A two-week chart of table cells, which every mail program shows, with flagged days in another color.
    const bars = mail!.html.match(/<td width="8" height="\d+" bgcolor="#\w+"/g)!;
    expect(bars).toHaveLength(2 * 14);
    expect(new Set(bars.map((bar) => bar.slice(-7, -1)))).toEqual(new Set(["a9b5b3", "d92d20"]));
    expect(mail!.html).toContain("Missing values, last 14 days; flagged in red");
    expect(mail!.html).toContain("Events, last 14 days; flagged in red");
    // Names are kept as written; statistics are in the report.
    expect(mail!.text).toContain("\n  Missing on 100% of events since Nov 15, up from 0%.\n");
    expect(mail!.text).toContain(" 80% below the expected 1,213.\n");
    expect(mail!.text).not.toMatch(/Decided|by chance|Expected from/);
    expect(mail!.text + mail!.html).not.toContain("`");
    expect(mail!.text).toContain("New (2)");
    expect(mail!.text).toContain(`http://app.test/reports/${id}`);
    expect(mail!.html).toContain("Checks &#60;b&#62;&#38;");
    expect(mail!.html).not.toContain("<b>&");
    expect(mail!.headers!["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const url = new URL(mail!.headers!["List-Unsubscribe"]!.slice(1, -1));
    await unsubscribe(deps, url.searchParams.get("token")!);
    expect(await recipientsOf(deps, workspaceId)).toEqual({ verified: [], unverified: [] });
  });

  it.each(["disabled", "deleted"] as const)("is not sent to a member whose account is %s", async (state) => {
    const deps = await runWorld();
    deps.identityProvider[state].add("ada");
    await startRun(deps, workspaceId, setupId);
    await passTime(deps);
    expect(deps.mailer.sent).toEqual([]);
  });

  it("is not sent when notifications are off", async () => {
    const deps = await runWorld();
    await deps.workspaces.setEmailNotifications(workspaceId, "ada", false);
    await startRun(deps, workspaceId, setupId);
    await passTime(deps);
    expect(deps.mailer.sent).toEqual([]);
  });

  it("is sent once when its tasks run three times, even at the same moment", async () => {
    const deps = await runWorld();
    await startRun(deps, workspaceId, setupId);
    await deliver(deps, { times: 3 });
    const [delivery] = deliveriesOf(deps);
    await Promise.all([1, 2, 3].map(() => sendDelivery(deps, { workspaceId, deliveryId: delivery!.id })));
    expect(deps.mailer.sent).toHaveLength(1);
    expect(deliveriesOf(deps)).toMatchObject([
      { channelId: "members", status: "delivered", answer: "Sent to 1 member", attempts: 1 },
    ]);
  });

  it("is not sent twice by a task that comes while another one sends it", async () => {
    const deps = await runWorld();
    const { send } = deps.mailer;
    let atSending = async () => {};
    deps.mailer.send = async (mail) => {
      await atSending();
      await send.call(deps.mailer, mail);
    };
    atSending = async () => {
      const [delivery] = deliveriesOf(deps);
      await sendDelivery(deps, { workspaceId, deliveryId: delivery!.id });
    };
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mailer.sent).toHaveLength(1);
  });

  it("is not sent for a run that is deleted just then, and is not tried again", async () => {
    const deps = await runWorld();
    const { id: runId } = await startRun(deps, workspaceId, setupId);
    deps.mailer.isDown = true;
    await deliver(deps);
    deps.mailer.isDown = false;
    await deps.objects.deletePrefix(objectPaths.run(workspaceId, runId));
    await deps.runs.delete(workspaceId, runId, runId);
    await passMinutes(deps, 3);
    expect(deps.mailer.sent).toEqual([]);
    expect(deliveriesOf(deps)).toMatchObject([
      { status: "failed", answer: "What it was about has been deleted." },
    ]);
  });

  it("about a scheduled failure is sent once per cause until there is a report, whatever fails in between", async () => {
    const due = { scheduleCron: "0 9 * * *", nextRunAt: "2026-11-18T09:00:00.000Z" };
    const deps = await runWorld(["event_count_change"], due);
    addPaymentMethod(deps);
    const { secret } = deps.mixpanel;
    const day = async (problem: "credentials" | "plan" | null) => {
      deps.mixpanel.secret = problem === "credentials" ? "another" : secret;
      deps.mixpanel.failures.clear();
      if (problem === "plan") deps.mixpanel.failures.set("exportEvents", planRefused);
      if (problem === "plan") deps.mixpanel.failures.set("eventCounts", planRefused);
      await everyMinute(deps);
      await deliver(deps);
      deps.clock.advance(dayMs);
      return deps.mailer.sent.splice(0).map(({ subject }) => subject);
    };
    const subjects = ["Scheduled run failed: Daily checks"];
    expect(await day("credentials")).toEqual(subjects);
    expect(await day("plan")).toEqual(subjects);
    // Both causes were reported.
    expect(await day("credentials")).toEqual([]);
    expect(await day("plan")).toEqual([]);
    // A manual run that fails in between changes nothing, either.
    deps.mixpanel.secret = "another";
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(await day("credentials")).toEqual([]);
    expect(await day(null)).toEqual([expect.stringMatching(/^(?:Purchase|Sign Up) (?:stopped|down \d+%) /)]);
    expect(await day("credentials")).toEqual(subjects);
  });

  it("is sent once for several runs over the same days, and the reports say so", async () => {
    const deps = await runWorld();
    addPaymentMethod(deps);
    for (let hour = 0; hour < 3; hour++) {
      await startRun(deps, workspaceId, setupId);
      await passTime(deps);
      deps.clock.advance(hourMs);
    }
    expect(deps.mailer.sent).toHaveLength(1);
    const [third, second, first] = await runsOf(deps);
    const report = (run: RunRecord) => getReport(deps, workspaceId, run.id);
    expect((await report(first!)).sameDaysAs).toBeNull();
    expect((await report(second!)).sameDaysAs).toBe(first!.startedAt);
    expect((await report(third!)).sameDaysAs).toBe(second!.startedAt);
  });

  it("is tried again when the mail server was down", async () => {
    const deps = await runWorld();
    deps.mailer.isDown = true;
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deliveriesOf(deps)).toMatchObject([
      { status: "waiting", answer: "The mail server did not accept the email." },
    ]);
    deps.mailer.isDown = false;
    await passMinutes(deps, 2);
    expect(deps.mailer.sent).toHaveLength(1);
    expect(deliveriesOf(deps)).toMatchObject([{ status: "delivered", attempts: 2 }]);
  });

  it("reaches everyone else at once if one mailbox refuses it", async () => {
    const deps = await runWorld();
    await join(deps, "bob");
    await join(deps, "cleo");
    const { send } = deps.mailer;
    deps.mailer.send = async (mail) => {
      if (mail.to === "bob@example.com") throw new Error("550 no such user");
      await send.call(deps.mailer, mail);
    };
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    await passMinutes(deps, 10);
    expect(deps.mailer.sent.map(({ to }) => to)).toEqual(["ada@example.com", "cleo@example.com"]);
    deps.mailer.send = send;
    await passMinutes(deps, 10);
    expect(deps.mailer.sent.map(({ to }) => to)).toEqual([
      "ada@example.com",
      "cleo@example.com",
      "bob@example.com",
    ]);
  });

  it("is tried again soon if the email limits could not be read", async () => {
    const deps = await runWorld(["event_count_change"], {
      scheduleCron: "0 9 * * *",
      nextRunAt: "2026-11-18T09:00:00.000Z",
    });
    deps.mixpanel.secret = "another";
    const { use } = deps.rateLimiter;
    let isStoreBusy = true;
    deps.rateLimiter.use = async (owner, limit) => {
      if (limit === "failureMail" && isStoreBusy) throw new Error("the store is busy");
      await use(owner, limit);
    };
    await everyMinute(deps);
    await deliver(deps);
    isStoreBusy = false;
    await passMinutes(deps, 1);
    expect(deps.mailer.sent.map(({ subject }) => subject)).toEqual(["Scheduled run failed: Daily checks"]);
  });
});

describe("a member whose address isn't verified", () => {
  const verify = (deps: TestDependencies, uid: string) =>
    ensureUser(deps, {
      uid,
      email: `${uid}@example.com`,
      isEmailVerified: true,
      displayName: uid,
      signedInAt: null,
      ip: null,
      token: null,
    });

  /** The members are Ada, who gets the email about the first run, and Bob, who can't get it. */
  async function missed() {
    const deps = await runWorld();
    addPaymentMethod(deps);
    await join(deps, "bob", { isEmailVerified: false });
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mailer.sent.splice(0)).toMatchObject([{ to: "ada@example.com" }]);
    return deps;
  }

  it("gets the first findings as soon as it is, once, and nobody else gets them again", async () => {
    const deps = await missed();
    await Promise.all([verify(deps, "bob"), verify(deps, "bob")]);
    await deliver(deps, { times: 2 });
    await verify(deps, "bob");
    await passMinutes(deps, 30);
    expect(deps.mailer.sent).toMatchObject([
      {
        to: "bob@example.com",
        subject: expect.stringContaining("plan missing on 100% of Sign Up") as string,
      },
    ]);
    expect(deps.mailer.sent[0]!.text).toContain("/api/v1/unsubscribe?token=");
  });

  it("gets only the latest of several runs, and nothing that is older than a week", async () => {
    const deps = await missed();
    deps.clock.advance(dayMs);
    deps.mixpanel.counts.get("Sign Up")!.set("2026-11-18", 0);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const [, second] = deps.db
      .all<RunRecord>(workspaceId, "runs")
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    await verify(deps, "bob");
    await deliver(deps);
    const toBob = deps.mailer.sent.filter(({ to }) => to === "bob@example.com");
    expect(toBob).toHaveLength(1);
    expect(toBob[0]!.text).toContain(second!.id);

    const late = await missed();
    late.clock.advance(8 * dayMs);
    await verify(late, "bob");
    await deliver(late);
    expect(late.mailer.sent).toEqual([]);
  });

  it.each([
    [
      "left the workspace",
      async (deps: TestDependencies) => {
        deps.db.delete("bob", "memberships", workspaceId);
        deps.db.delete(workspaceId, "members", "bob");
      },
    ],
    [
      "turned emails off",
      (deps: TestDependencies) => deps.workspaces.setEmailNotifications(workspaceId, "bob", false),
    ],
    [
      "unsubscribed",
      async ({ unsubscribed, settings }: TestDependencies) => {
        const address = addressKey(settings.unsubscribeKey, "bob@example.com");
        await unsubscribed.save({ address, at: "2026-11-18T12:00:00.000Z" });
      },
    ],
    [
      "lost the account",
      async ({ identityProvider }: TestDependencies) => void identityProvider.disabled.add("bob"),
    ],
  ])("gets nothing if they %s before", async (_name, leave) => {
    const deps = await missed();
    await leave(deps);
    await verify(deps, "bob");
    await passMinutes(deps, 5);
    expect(deps.mailer.sent).toEqual([]);
  });

  it("gets the email even if they verify it while it is sent to the others", async () => {
    const deps = await runWorld();
    await join(deps, "bob", { isEmailVerified: false });
    const { send } = deps.mailer;
    deps.mailer.send = async (mail) => {
      if (mail.to === "ada@example.com") await verify(deps, "bob");
      await send.call(deps.mailer, mail);
    };
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(deps.mailer.sent.map(({ to }) => to)).toEqual(["ada@example.com", "bob@example.com"]);
  });
});

describe("members are emailed", () => {
  it("when a run finds something new, but not about recoveries alone or what they know", async () => {
    const deps = await runWorld();
    addPaymentMethod(deps);
    const mailsOfNextDay = async () => {
      await startRun(deps, workspaceId, setupId);
      await deliver(deps);
      deps.clock.advance(dayMs);
      return deps.mailer.sent.splice(0).length;
    };
    const isNews = [await mailsOfNextDay()];
    // Nothing changes on the next days: the same events are still broken.
    for (const name of deps.mixpanel.names) {
      const counts = deps.mixpanel.counts.get(name)!;
      for (const day of ["2026-11-18", "2026-11-19", "2026-11-20"])
        counts.set(day, counts.get("2026-11-17")!);
    }
    isNews.push(await mailsOfNextDay());
    expect(isNews).toEqual([1, 0]);
  });
});

const row = (
  entity: string,
  changePct: number,
  more: Partial<Parameters<typeof storedFinding>[0]> = {},
): StoredFinding =>
  storedFinding({
    severity: "alert",
    entity,
    reason: `${entity} changed.`,
    detector: "event_count_change",
    state: "new",
    observed: 100 + changePct,
    change_pct: changePct,
    ...more,
  });

describe("what an email says about a run", () => {
  const run = {
    setup: { id: "s", name: "Daily", connection: { id: "c", projectId: "1", projectName: null } },
    plan: null,
  } as unknown as RunRecord;
  const links = {
    appUrl: "https://app.test",
    reportUrl: "https://app.test/reports/r",
    unsubscribeUrl: "https://app.test/u?token=t",
  };
  const events = (count: number, state: ResultRow["state"]) =>
    Array.from({ length: count }, (_, index) =>
      row(`${state} ${index}`, 50 + index, {
        observed: 50 + index,
        expected: 10,
        detector: "event_property_null_rate",
        parent: "Order",
        state,
        severity: state === "recovered" ? "normal" : index === 0 ? "warning" : "alert",
      }),
    );

  it("is the first ten findings, new ones before ongoing and recovered ones, and how many more there are", () => {
    const findings = [...events(30, "new"), ...events(12, "ongoing"), ...events(7, "recovered")];
    const { subject, text } = findingsMail(run, findings, links);
    expect(subject).toBe("new 29 missing on 79% of Order since Oct 16 (10% before), and 41 more");
    expect(text).toContain("40 alerts and 2 warnings. 1.");
    expect(text).toContain("Began Oct 16: 30 findings");
    expect(text).toContain("and 39 more");
    expect(text).not.toContain("Ongoing");
    expect(text.match(/^- .* · /gm)).toHaveLength(10);
    const fewer = findingsMail(run, [...events(4, "new"), ...events(8, "ongoing")], links).text;
    expect(fewer).toMatch(/Began Oct 16: 4 findings[^]*Ongoing \(8\)[^]*and 2 more/);
    expect(fewer.match(/^- .* · /gm)).toHaveLength(10);
  });

  it("has a line for each event of many that fell together, which links to its incident", () => {
    const incident = { isKnown: false, state: "new", rank: "0", sameDayChange: null, now: null } as const;
    const names = ["a", "b", "c", "d", "e"];
    const fell = names.map((id) => ({ ...row(id, -60), incident: { ...incident, id } }));
    const { subject, text } = findingsMail(run, fell, links);
    expect(subject).toBe("a down 60% since Oct 16, and 4 more");
    expect(text).toContain("Began Oct 16: 5 findings");
    expect(text.match(/https:\/\/app\.test\/incidents\/\w/g)).toEqual(
      names.map((id) => `https://app.test/incidents/${id}`),
    );
  });

  it("says who uses what broke, wide use before all else", () => {
    const use = { counts: { dashboard: 2, funnel: 1 }, views: 34 };
    const mail = (views: number) =>
      findingsMail(run, [{ ...row("Order", -50), use: { ...use, views } }], links);
    expect(mail(34).text).toContain(
      "  50 events in 2 days, 50% below the expected 100.\n  Used by 2 dashboards, 1 funnel; 34 views.\n",
    );
    expect(mail(540).text).toContain(
      "  Widely used: 2 dashboards, 1 funnel; 540 views.\n  50 events in 2 days, 50% below the expected 100.\n",
    );
    expect(mail(540).html).toContain(
      "<br>Widely used: 2 dashboards, 1 funnel; 540 views.<br>50 events in 2 days, 50% below the expected 100.",
    );
  });

  it("keeps every name on its own line", () => {
    const name = "Paid\r\n\r\nUnsubscribe: https://evil.example\u2028x";
    const { text } = findingsMail(run, [row(name, -50)], links);
    expect(text).toContain(
      "- Alert · Paid Unsubscribe: https:\u200B//evil.\u200Bexample x down 50% since Oct 16\n",
    );
    expect(text.match(/^Unsubscribe/gm)).toBeNull();
  });
});

describe("an email with a finding in a segment", () => {
  const run = {
    setup: { id: "s", name: "Daily", connection: { id: "c", projectId: "1", projectName: null } },
    plan: null,
  } as unknown as RunRecord;
  const links = {
    appUrl: "https://app.test",
    reportUrl: "https://app.test/reports/r",
    unsubscribeUrl: "https://app.test/u?token=t",
  };
  const finding = row("Checkout", -98, {
    segment: { dimension: "$os", value: "<Linux>" },
    cause: "$os = <Linux>",
  });

  it("names the segment in subject and text, and next to the name in HTML", () => {
    const { subject, text, html } = findingsMail(run, [finding], links);
    expect(subject).toBe("Checkout down 98% on <Linux> since Oct 16");
    expect(text).toContain("- Alert · Checkout down 98% on <Linux> since Oct 16\n");
    expect(html).toMatch(
      /<strong>Checkout down 98% since Oct 16<\/strong><\/a> <span class="chip"[^>]*>\$os = <strong>&#60;Linux&#62;</,
    );
  });

  it("does not call the segment a likely cause of itself", () => {
    expect(findingsMail(run, [finding], links).text).not.toContain("Likely cause");
  });
});
