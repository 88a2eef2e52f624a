import { detectorOf } from "@contract/detectors";
import type { DetailedRow } from "@contract/results";
import {
  changeOfCounts,
  countText,
  isProjectFinding,
  isRootFinding,
  percentText,
} from "@contract/findings/figures";
import { contextText, entityName, isOpen, sinceText } from "./finding-text";
import { countOf } from "@/lib/format";
import { unitOf } from "./detector-facts";
import { placeText } from "./finding-segment";

/**
 * A finding in one clause that starts with its name: 'Checkout Started: 43% fewer events than expected since Nov 18'.
 * The name is returned separately, so that it can be highlighted.
 */
export function headlineOf(row: DetailedRow, lastDay: string | undefined): { name: string; text: string } {
  const when = sinceText(row, lastDay);
  const dated = when === "" ? "" : isOpen(row, lastDay) ? ` since ${when}` : ` on ${when}`;
  return {
    name: [entityName(row), contextText(row)].filter(Boolean).join(" "),
    text: `${whatHappened(row)}${dated}`,
  };
}

function whatHappened(row: DetailedRow): string {
  const { observed, expected, detector } = row;
  const { rule } = detectorOf(detector);
  const place = placeText(row);
  if (isRootFinding(row)) return `${countOf(observed ?? 0, "finding")} at once${place}`;
  if (rule === "property-silence") return "no values";
  if (rule === "silence")
    return isProjectFinding(row)
      ? "no longer arrive"
      : `no events${expected === null ? "" : `, ${countText(expected)} expected`},`;
  if (observed === null || expected === null) return "out of its expected range";
  if (rule === "null-rate")
    return `missing on ${percentText(observed)} of ${unitOf(detector)}${place}, ${percentText(expected)} before,`;
  if (rule === "distribution") return `mix of values shifted by ${percentText(observed)}${place}`;
  const { change_pct: typical } = row;
  if (isProjectFinding(row))
    return typical === null
      ? "out of its expected range"
      : `${percentText(Math.abs(typical))} ${typical < 0 ? "below" : "above"} what is expected`;
  const change = changeOfCounts(observed, expected);
  const unit = `${unitOf(detector)}${place}`;
  if (change === null) return `${countText(observed)} ${unit} where none were expected`;
  return `${percentText(Math.abs(change))} ${change < 0 ? "fewer" : "more"} ${unit} than expected`;
}
