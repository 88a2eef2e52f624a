import { chakra } from "@chakra-ui/react";
import { detectorOf } from "@contract/detectors";
import { isProjectFinding, isRootFinding } from "@contract/findings/figures";
import type { DetailedRow } from "@contract/results";
import { formatPercent } from "@/lib/format";
import { changeColor } from "../findings/finding-row";
import { unitOf } from "../text/detector-facts";
import { placeText } from "../text/finding-segment";
import { changeText, expectedText, observedText, rangeText, valueText } from "../text/finding-text";

type Figure = { label: string; value: string; color?: string };

/** The figures behind a finding, side by side; figures that don't apply to its check are left out. */
export const FindingEvidence = ({ row }: { row: DetailedRow }) => (
  <chakra.dl
    display="grid"
    gridTemplateColumns={{
      base: "repeat(2, minmax(0, 1fr))",
      sm: "repeat(auto-fit, minmax(118px, 1fr))",
    }}
    gap="1px"
    mt="5"
    bg="border"
    borderWidth="1px"
    borderColor="border"
    borderRadius="control"
    overflow="hidden"
  >
    {figuresOf(row).map(({ label, value, color }) => (
      <chakra.div
        key={label}
        bg="bg.panel"
        px="3.5"
        py="2.5"
        minW="0"
        css={{ "&:last-of-type:nth-of-type(odd)": { gridColumn: { base: "1 / -1", sm: "auto" } } }}
      >
        <chakra.dt textStyle="label" fontWeight="400" color="fg.muted">
          {label}
        </chakra.dt>
        <chakra.dd textStyle="cardTitle" lineHeight="22px" color={color} overflowWrap="anywhere">
          {value}
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
);

function figuresOf(row: DetailedRow): Figure[] {
  const { days, usual_pct: usual } = row;
  const { rule } = detectorOf(row.detector);
  const during = days === null ? "" : `, ${days} ${days === 1 ? "day" : "days"}`;
  if (isRootFinding(row)) return [{ label: `At once${during}`, value: observedText(row) }];
  const place = placeText(row);
  if (rule === "null-rate")
    return [
      { label: `Null${place || " now"}${during}`, value: observedText(row) },
      { label: "Null before", value: valueText(row, row.expected) },
      { label: "Change", value: changeText(row), color: changeColor(row.severity) },
      ...(row.change_pct === null
        ? []
        : [{ label: "Values missing", value: formatPercent(row.change_pct, 1) }]),
      ...segmentFigures(row),
      ...usualFigure("Largest past change", usual, ""),
    ];
  if (rule === "distribution")
    return [
      { label: `Shifted share${place}${during}`, value: changeText(row), color: changeColor(row.severity) },
      { label: "Expected range", value: expectedText(row) },
      ...segmentFigures(row),
      ...usualFigure("Largest past change", usual, ""),
    ];
  return [
    { label: `Observed${place}${during}`, value: observedText(row) },
    { label: "Expected", value: valueText(row, row.expected) },
    ...(row.range_low === null ? [] : [{ label: "Expected range", value: rangeText(row) }]),
    changeFigure(row),
    ...segmentFigures(row),
    ...usualFigure("Normal variation", usual, "±"),
  ];
}

/**
 * A segment finding's share of all events; for other findings, the observed share inside the one value that
 * explains it.
 */
function segmentFigures({
  detector,
  segment,
  causeDetail: cause,
  breakdown,
  severity,
}: DetailedRow): Figure[] {
  if (segment) {
    const found = breakdown?.segments.find(({ isNamed, value }) => isNamed && value === segment.value);
    if (!found) return [];
    const digits = found.usual < 0.01 ? 1 : 0;
    return [{ label: `Share of ${unitOf(detector)}`, value: formatPercent(found.usual * 100, digits) }];
  }
  const [only, ...others] = cause?.values ?? [];
  if (!only || others.length > 0 || cause?.after === undefined) return [];
  return [
    { label: `Inside ${only.value}`, value: formatPercent(cause.after * 100), color: changeColor(severity) },
  ];
}

/** The change from expected to observed. The label says so if a change of the whole project was taken out. */
function changeFigure(row: DetailedRow): Figure {
  const { change_pct: change, change_pct_beyond_project: net } = row;
  const isNet = !isProjectFinding(row) && change !== null && net !== null && Math.abs(change - net) >= 0.5;
  return {
    label: isNet ? "Net of project trend" : "Change",
    value: changeText(row),
    color: changeColor(row.severity),
  };
}

const usualFigure = (label: string, usual: number | null, sign: string): Figure[] =>
  usual === null ? [] : [{ label, value: `${sign}${formatPercent(usual, usual > 0 && usual < 1 ? 1 : 0)}` }];
