import * as words from "@words";
import { shortDay } from "@contract/findings/days";
import { type Beginning, beganTogether, sharedText } from "@contract/incidents/began-together";
import type { PlacedFinding } from "../findings/group-findings";
import type { ReportCheck } from "../findings/report-checks";
import { openFindings } from "./cause-groups";

/** Open findings that began on one day, most important first. */
export type BrokenDay = {
  key: string;
  /** "Nov 21". */
  day: string;
  /** What else they share: "the day of “Checkout v2 live”"; empty for nothing. */
  shared: string;
  findings: PlacedFinding[];
};

/** A report's open findings by the day on which they began. A day stands where its most important finding would. */
export function whatBroke(checks: readonly ReportCheck[], connectionId: string): BrokenDay[] {
  const beginningOf = ({ row }: PlacedFinding): Beginning =>
    row.finding
      ? words.beginningOf(row.finding, connectionId, row.incident?.sameDayChange ?? null)
      : { connectionId, day: row.first_bad_day, change: null, segment: row.segment };
  return beganTogether(openFindings(checks), beginningOf).map(({ key, began, items }) => {
    const { day, ...shared } = began ?? beginningOf(items[0]!);
    return {
      key,
      day: day === null ? "Unknown day" : shortDay(day),
      shared: sharedText(shared),
      findings: items,
    };
  });
}
