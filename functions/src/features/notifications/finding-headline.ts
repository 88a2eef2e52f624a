import { detectorOf } from "../../contract/detectors.js";
import { changeText, isRootFinding, isSegmentRoot, percentText } from "../../contract/findings/figures.js";
import type { IncidentFinding } from "../../contract/incidents.js";
import type { Cause, Segment, StoredFinding } from "../../contract/results.js";
import { placeOf } from "../../contract/findings/segment-place.js";
import { oneLine } from "./mail-text.js";

type HeadlinedFinding = Omit<StoredFinding, "incident">;

/**
 * "Checkout Started −43% on Android since Nov 18": what, how much, where and since when, on one line.
 * @param hasPlace false if the segment is shown next to it
 */
export function headlineOf(finding: HeadlinedFinding, hasPlace = true): string {
  const place = hasPlace ? placeText(finding) : "";
  return [nameOf(finding), changeOf(finding), place, sinceOf(finding)].filter(Boolean).join(" ");
}

/** "plan on Sign Up", "All activity". */
function nameOf(finding: HeadlinedFinding): string {
  const { entity, parent, detector, observed } = finding;
  if (isSegmentRoot(finding)) return `${observed ?? "Several"} findings`;
  const name = generatedNames.get(entity) ?? entity;
  if (entity === "(project)" && detectorOf(detector).rule === "silence") return "Many events";
  return oneLine(parent === null ? name : `${name} on ${parent}`);
}

/** A map instead of an object, because an event may be named `constructor`. */
const generatedNames = new Map([
  ["(project)", "All activity"],
  ["(mix)", "Several properties"],
  ["(new profiles)", "New profiles"],
  ["(all profiles)", "All profiles"],
]);

function changeOf(finding: HeadlinedFinding): string {
  const { detector, observed, expected } = finding;
  if (isSegmentRoot(finding)) return "at once";
  if (isRootFinding(finding))
    return finding.parent === null ? "changed on several events" : "changed at once";
  switch (detectorOf(detector).rule) {
    case "silence":
      return "stopped";
    case "property-silence":
      return "is no longer sent";
    case "null-rate":
      if (observed === null || expected === null) return "missing more often";
      return `missing on ${percentText(observed)} (normally ${percentText(expected)})`;
    case "distribution":
      return observed === null ? "values shifted" : `values shifted by ${percentText(observed)}`;
    case "count-change":
    case "profile-count":
      return changeText({ ...finding, changePct: finding.change_pct }) ?? "appeared";
  }
}

/**
 * The segment of a finding, or the one property value that explains at least half of the change; else null.
 */
export function segmentOf({ segment, causeDetail: cause }: HeadlinedFinding): Segment | null {
  if (segment) return segment;
  const [only, ...others] = cause?.values ?? [];
  return cause && only && others.length === 0 && cause.part >= 0.5
    ? { dimension: cause.property, value: only.value }
    : null;
}

/** Like `segmentOf`, with the share of the change that the segment explains, if known. */
export function causeSegmentOf(finding: HeadlinedFinding): IncidentFinding["causeSegment"] {
  const segment = segmentOf(finding);
  const { causeDetail: cause } = finding;
  if (!segment) return null;
  const isSame = cause?.property === segment.dimension && namesOnly(cause, segment.value);
  return { ...segment, share: isSame ? cause.part : null };
}

const namesOnly = ({ values }: Cause, value: string): boolean =>
  values.length === 1 && values[0]!.value === value;

function placeText(finding: HeadlinedFinding): string {
  const segment = segmentOf(finding);
  return segment ? oneLine(placeOf(segment)) : "";
}

const sinceOf = ({ first_bad_day: first, last_day: last, state }: HeadlinedFinding): string => {
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

/** Formats a project day as "Nov 18". */
export const shortDay = (day: string): string => monthAndDay.format(new Date(day));
const monthAndDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
