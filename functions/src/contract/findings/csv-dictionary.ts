import type { csvColumns } from "../results.js";

type Column = (typeof csvColumns)[number];

/** What each column of the file means: its unit, and how to recompute it. Screens and docs/csv.md show these texts. */
export const csvDictionary: Record<Column, { unit: string; meaning: string }> = {
  severity: {
    unit: "text",
    meaning:
      "alert, warning, normal (no finding, or one that has ended or is part of another) or inconclusive.",
  },
  state: {
    unit: "text",
    meaning:
      "new, ongoing, escalating, regressed (back again), recovered or new_level, as in the inbox; folded if it is part of another finding. Empty without a finding.",
  },
  entity: {
    unit: "text",
    meaning:
      "The event, property or segment. (project): all events; (mix): several properties of one event; (new profiles) and (all profiles).",
  },
  parent: { unit: "text", meaning: "The property's event." },
  first_bad_day: { unit: "project day", meaning: "The first tested day that is off." },
  last_day: {
    unit: "project day",
    meaning: "The last day of the finding, or the last tested day without one.",
  },
  days: { unit: "days", meaning: "Number of bad days." },
  observed: {
    unit: "events, profiles or %",
    meaning:
      "Counts: the total of the bad days, of which only copies are counted if the reason says so. Missing values: their share. Mix of values: the share that differs from the baseline; if numbers were multiplied, the reason says by how much. A group: its number of findings.",
  },
  expected: {
    unit: "as observed",
    meaning:
      "Counts: what was expected on the bad days, given the project trend. Missing values: their share in the baseline. Mix of values: the share that chance alone would change.",
  },
  change_pct: {
    unit: "% for counts, points for shares",
    meaning:
      "Counts: observed compared with what would be expected without the project trend. Without a trend, 100 × (observed / expected − 1). If only copies are counted: by how many points their share rose. Shares: the smallest effect over several baselines, a lower bound that the threshold is compared with, so observed − expected may be larger. If numbers were multiplied, the threshold is compared with their factor.",
  },
  change_pct_beyond_project: {
    unit: "%",
    meaning:
      "Net of the project trend: 100 × (observed / expected − 1). Only for counts; both figures are rounded to one decimal.",
  },
  range_low: {
    unit: "as observed",
    meaning: "The expected range's lower end, for the bad days together: expected / r.",
  },
  range_high: {
    unit: "as observed",
    meaning:
      "Its upper end: expected × r. r covers several days, so single days vary more than this range does.",
  },
  cause: {
    unit: "text",
    meaning:
      "The likely cause: the values that most of the change comes from, that the extra events are copies, or the new name of what was renamed.",
  },
  reason: { unit: "text", meaning: "What was found, or why nothing could be said, in a sentence." },
  threshold_pct: { unit: "% or points", meaning: "The smallest change that the check reports as an alert." },
  usual_pct: {
    unit: "% for counts, points for shares",
    meaning:
      "Normal variation. Counts: by how much a day usually differs from expected. Shares: the largest change of the past weeks.",
  },
  z: { unit: "number", meaning: "How many times larger the change is than normal variation." },
  z_needed: { unit: "number", meaning: "The z that was needed." },
  provisional: {
    unit: "true or false",
    meaning: "true if it rests on the newest day alone, for which late data may still arrive.",
  },
  baseline_from: { unit: "project day", meaning: "First day of the baseline." },
  baseline_to: { unit: "project day", meaning: "Last day of the baseline." },
  baseline_days: { unit: "days", meaning: "Number of days in the baseline." },
  detector: { unit: "text", meaning: "The check." },
  segment: {
    unit: "text",
    meaning: "The segment that the figures are about, such as $os = Android. Empty for all events.",
  },
};
