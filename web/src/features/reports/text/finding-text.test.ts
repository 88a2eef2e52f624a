import { describe, expect, it } from "vitest";
import { aRow, aSegmentRow, lastDay } from "@/testing/report-builders";
import {
  changeText,
  contextText,
  entityName,
  expectedText,
  findingSentence,
  fullReason,
  headlineOf,
  observedText,
  sinceText,
} from "./finding-text";

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
    ["nothing at all", { ...noRange, observed: null, expected: null, change_pct: null }, "—", "", "n/a"],
  ])("of %s", (_case, change, observed, expected, changed) => {
    const row = aRow(change);
    expect([observedText(row), expectedText(row), changeText(row)]).toEqual([observed, expected, changed]);
  });
});

describe("names", () => {
  it.each([
    [{ entity: "(project)" }, "All activity", ""],
    [{ entity: "(project)", detector: "event_stopped" } as const, "Many events", ""],
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
  const cause = {
    property: "$os",
    values: [{ value: "iOS", part: 0.97, usual: 0.62 }],
    part: 0.97,
    usual: 0.62,
    others: [],
  };

  it("say how far a count is from what was expected, and what is normal", () => {
    const fall = (range: object) => aRow({ observed: 1249, expected: 3108, usual_pct: 5, ...range });
    expect(findingSentence(fall({ range_low: 2487, range_high: 3885 }), lastDay)).toBe(
      "1,249 events in 3 days, 60% below the expected 3,108. The normal range is 20% below to 25% above.",
    );
    expect(findingSentence(fall({ range_low: null, range_high: null }), lastDay)).toBe(
      "1,249 events in 3 days, 60% below the expected 3,108. Normal variation is about ±5% a day.",
    );
  });

  it("name the likely cause instead of what is normal", () => {
    expect(findingSentence(aRow({ causeDetail: cause }), lastDay)).toBe(
      "3,655 events in 3 days, 61% below the expected 9,474. 97% of the missing events have `$os = iOS` (62% of normal traffic).",
    );
  });

  it("say where a finding inside a segment is, and do not repeat it as a cause", () => {
    expect(findingSentence(aSegmentRow(), lastDay)).toBe(
      "Missing on 75% of events on Linux since Nov 17, up from 0%. 98% of the missing values have `$os = Linux` (3% of all events).",
    );
    const fall = aRow({
      observed: 2,
      expected: 82,
      segment: { dimension: "mp_country_code", value: "BR" },
      cause: "mp_country_code = BR",
    });
    expect(findingSentence(fall, lastDay)).toBe(
      "2 events in BR in 3 days, 98% below the expected 82. Normal variation is about ±9% a day.",
    );
  });

  it("say how it is inside the values that explain a finding on the whole", () => {
    const row = aSegmentRow({ observed: 41, segment: null });
    expect(findingSentence(row, lastDay)).toBe(
      "Missing on 41% of events since Nov 17, up from 0%. 98% of the missing values have `$os = Linux` (3% of all events).",
    );
  });

  it("list the findings of a group, since its figures are those of only one", () => {
    const plan = { kind: "event-property", event: "Order", property: "plan" } as const;
    const group = { kind: "group" as const, members: [plan], size: 3 };
    const root = aSegmentRow({
      subject: { ...group, of: { by: "segment", segment: { dimension: "$os", value: "Linux" } } },
      causeDetail: null,
      usual_pct: null,
    });
    expect(findingSentence(root, lastDay)).toBe("`plan on Order` and 2 more.");
    expect([entityName(root), contextText(root)]).toEqual(["Several findings", ""]);
    expect([observedText(root), expectedText(root), changeText(root)]).toEqual(["3 findings", "", ""]);
    const property = aSegmentRow({
      subject: { ...group, of: { by: "property", property: "plan" } },
      segment: null,
      causeDetail: null,
      usual_pct: null,
    });
    expect(findingSentence(property, lastDay)).toBe("On `Order` and 2 more.");
    expect(headlineOf(root, lastDay)).toBe("3 findings at once on Linux since Nov 17");
  });

  it("start with where it is", () => {
    expect(headlineOf(aSegmentRow(), lastDay)).toBe(
      "category missing on 75% of Product List Viewed on Linux since Nov 17 (0% before)",
    );
    const fall = aRow({ observed: 2, expected: 82, segment: { dimension: "$os", value: "iOS" } });
    expect(headlineOf(fall, lastDay)).toBe("`checkout_completed` down 98% on iOS since Nov 17");
  });

  it("say that the problem has ended", () => {
    expect(findingSentence(aRow({ last_day: "2026-11-18", days: 2 }), lastDay)).toBe(
      "3,655 events in 2 days, 61% below the expected 9,474. It has ended. The normal range is 12% below to 14% above.",
    );
  });

  it("say since when a finding has recovered, and how far off it was", () => {
    const row = aRow({
      severity: "normal",
      state: "recovered",
      last_day: "2026-11-18",
      days: 2,
    });
    expect(findingSentence(row, lastDay)).toBe(
      "Back to normal since Nov 19. 3,655 events in 2 days, 61% below the expected 9,474.",
    );
  });

  it("use the singular for one event and one day", () => {
    const row = aRow({ observed: 1, expected: 40, days: 1, first_bad_day: lastDay, usual_pct: null });
    expect(findingSentence(row, lastDay)).toBe("1 event in 1 day, 98% below the expected 40.");
  });

  it("give no percentage if nothing was expected", () => {
    const row = aRow({ observed: 12, expected: 0, usual_pct: null });
    expect(findingSentence(row, lastDay)).toBe("12 events in 3 days, where none were expected.");
  });

  it("say on how many events a value is missing", () => {
    expect(findingSentence(aRow({ ...nulls, usual_pct: 1.5 }), lastDay)).toBe(
      "Missing on 37% of events since Nov 17, up from 3%. The largest past change was 2%.",
    );
  });

  it("say which values a mix shifted from and to", () => {
    const series = {
      kind: "distribution" as const,
      table: "category" as const,
      reference: { from: "2026-10-16", to: "2026-11-12", rows: 1000 },
      window: { from: "2026-11-17", to: lastDay, rows: 300 },
      cells: [
        { label: "relevance", before: 0.6, after: 0.06 },
        { label: "rating", before: 0.06, after: 0.6 },
        { label: "newest", before: 0.12, after: 0.23 },
      ],
      chance: 0.02,
      warningFrom: 0.15,
      alertFrom: 0.3,
      effect: 0.65,
    };
    expect(findingSentence(aRow({ ...shift, observed: 65, usual_pct: null, series }), lastDay)).toBe(
      "65% of the values changed: `relevance` 60% → 6%, `rating` 6% → 60%.",
    );
  });

  it("are the reason as it is if an answer has nothing else", () => {
    const row = aRow({ first_bad_day: null, reason: "24% have no value.", cause: "plan = pro" });
    expect(findingSentence(row, lastDay)).toBe("24% have no value.");
    expect(fullReason(row)).toBe("24% have no value. plan = pro.");
  });
});
