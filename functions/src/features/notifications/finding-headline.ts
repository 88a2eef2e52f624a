import { detectorOf } from "../../contract/detectors.js";
import type { StoredFinding } from "../../contract/results.js";
import { oneLine } from "./mail-text.js";

/** "Checkout Started −43% on Android since Nov 18": what, how much, where and since when, on one line. */
export function headlineOf(finding: StoredFinding): string {
  return [nameOf(finding), changeOf(finding), placeOf(finding), sinceOf(finding)].filter(Boolean).join(" ");
}

/** "plan on Sign Up", "All activity". */
function nameOf({ entity, parent, detector }: StoredFinding): string {
  const name = generatedNames[entity] ?? entity;
  if (entity === "(project)" && detectorOf(detector).rule === "silence") return "Many events";
  return oneLine(parent === null ? name : `${name} on ${parent}`);
}

const generatedNames: Record<string, string> = {
  "(project)": "All activity",
  "(mix)": "Several properties",
  "(new profiles)": "New profiles",
  "(all profiles)": "All profiles",
};

function changeOf({ detector, observed, expected, change_pct: change }: StoredFinding): string {
  switch (detectorOf(detector).rule) {
    case "silence":
      return "stopped";
    case "property-silence":
      return "is no longer sent";
    case "null-rate":
      if (observed === null || expected === null) return "missing more often";
      return `missing on ${percent(observed)} (normally ${percent(expected)})`;
    case "distribution":
      return change === null ? "values shifted" : `values shifted by ${percent(change)}`;
    case "count-change":
    case "profile-count":
      return change === null ? "appeared" : `${change < 0 ? "−" : "+"}${percent(Math.abs(change))}`;
  }
}

/** "on Android": the segment, or the value that most of the change has. */
function placeOf({ segment, causeDetail }: StoredFinding): string {
  if (segment) return `on ${oneLine(segment.value)}`;
  const [only, ...others] = causeDetail?.values ?? [];
  return only && others.length === 0 && causeDetail!.part >= 0.5 ? `on ${oneLine(only.value)}` : "";
}

const sinceOf = ({ first_bad_day: first, last_day: last, state }: StoredFinding): string => {
  if (first === null) return "";
  if (state === "recovered" || state === "new_level") return `on ${dayRange(first, last ?? first)}`;
  return `since ${shortDay(first)}`;
};

/** "Oct 16", "Oct 16–17", "Sep 30 – Oct 2". */
export function dayRange(from: string, to: string): string {
  if (from === to) return shortDay(from);
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${shortDay(from)}–${Number(to.slice(8))}`
    : `${shortDay(from)} – ${shortDay(to)}`;
}

/** "Nov 18" of a project day. */
export const shortDay = (day: string): string =>
  new Date(day).toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

const percent = (value: number): string =>
  `${value.toLocaleString("en-US", { maximumFractionDigits: value > 0 && value < 1 ? 1 : 0 })}%`;
