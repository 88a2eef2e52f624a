import { describe, expect, it } from "vitest";
import { aRow, lastDay } from "@/testing/report-builders";
import {
  changeText,
  contextText,
  entityName,
  expectedText,
  findingSentence,
  fullReason,
  observedText,
  sinceText,
} from "./row-text";

const nulls = {
  detector: "event_property_null_rate",
  parent: "add_to_cart",
  observed: 37.4,
  expected: 3.2,
} as const;
const noRange = { range_low: null, range_high: null, change_pct_beyond_project: null };
const shift = {
  detector: "event_property_distribution",
  parent: "page_viewed",
  observed: 17.2,
  expected: 2.1,
  change_pct: 16.8,
  usual_pct: 4,
} as const;

describe("figures", () => {
  it.each([
    ["counts", {}, "3,655", "8,320–10,790", "−61%"],
    [
      "counts of a project that moved",
      { observed: 1249, expected: 3108, change_pct: -52.1, change_pct_beyond_project: -59.8 },
      "1,249",
      "8,320–10,790",
      "−60%",
    ],
    [
      "the whole project",
      { entity: "(project)", change_pct: -36.1, change_pct_beyond_project: 0 },
      "3,655",
      "8,320–10,790",
      "−36%",
    ],
    ["a stop", { ...noRange, observed: 0, expected: 3683, change_pct: -100 }, "0", "3,683", "−100%"],
    ["a null share", { ...nulls, range_low: null, range_high: null }, "37%", "3%", "+34\u00a0pts"],
    ["a shift", shift, "17%", "0–4%", "17%"],
    ["a baseline of 0", { ...noRange, observed: 12, expected: 0, change_pct: null }, "12", "0", "n/a"],
    ["nothing at all", { ...noRange, observed: null, expected: null, change_pct: null }, "—", "—", "n/a"],
  ])("of %s", (_case, change, observed, expected, changed) => {
    const row = aRow(change);
    expect([observedText(row), expectedText(row), changeText(row)]).toEqual([observed, expected, changed]);
  });
});

describe("names", () => {
  it.each([
    [{ entity: "(project)" }, "All activity", ""],
    [{ entity: "(project)", detector: "event_stopped" } as const, "Many events stopped", ""],
    [{ entity: "(mix)", ...shift }, "Several properties", "on page_viewed"],
    [{ entity: "currency", detector: "event_property_null_rate" } as const, "currency", "on several events"],
    [{ entity: "plan", detector: "user_property_null_rate" } as const, "plan", "on user profiles"],
    [{ entity: "(new profiles)", detector: "user_profile_count_change" } as const, "New profiles", ""],
  ])("of %o", (change, name, context) => {
    expect([entityName(aRow(change)), contextText(aRow(change))]).toEqual([name, context]);
  });
});

describe("since when", () => {
  it.each([
    ["an open one", {}, "Nov 17"],
    ["one that is over", { last_day: "2026-11-18" }, "Nov 17–18"],
    ["a single day", { last_day: "2026-11-17" }, "Nov 17"],
    ["one over the end of a month", { first_bad_day: "2026-10-30", last_day: "2026-11-02" }, "Oct 30–Nov 2"],
    ["a row without", { first_bad_day: null }, ""],
  ])("%s", (_case, change, text) => expect(sinceText(aRow(change), lastDay)).toBe(text));
});

describe("sentences", () => {
  it("say where a change comes from instead of how noisy the event is", () => {
    const cause = "97% of the missing rows carry $os = iOS (62% of normal rows)";
    expect(findingSentence(aRow({ cause }), lastDay)).toBe(
      `3,655 events since Nov 17 where 9,474 were expected. ${cause}.`,
    );
  });

  it("say that what was found is over", () => {
    expect(findingSentence(aRow({ last_day: "2026-11-18" }), lastDay)).toBe(
      "3,655 events on Nov 17–18 where 9,474 were expected; an ordinary day is off by about 9%. It is over.",
    );
  });

  it("say since when what was found is back, and how far it had been off", () => {
    const row = aRow({
      severity: "normal",
      state: "recovered",
      last_day: "2026-11-18",
      reason: "Back to normal since Nov 19. Before: checkout_completed had 3,655 rows on the last 2 days.",
    });
    expect(findingSentence(row, lastDay)).toBe(
      "Back to normal since Nov 19. 3,655 events on Nov 17–18 where 9,474 were expected.",
    );
  });

  it("do not repeat the name above them, nor in lists how profiles are compared", () => {
    const row = aRow({
      ...nulls,
      entity: "plan",
      reason: "`plan`: 24% have no value. Compared: profiles as they are today.",
    });
    expect(findingSentence(row, lastDay)).toBe("24% have no value.");
    expect(fullReason(row)).toBe("24% have no value. Compared: profiles as they are today.");
  });
});
