import { chakra } from "@chakra-ui/react";
import type { DetailedRow } from "@contract/results";
import { formatChange, formatPercent } from "@/lib/format";
import { changeColour } from "./finding-row";
import { changeText, expectedText, isProjectRow, observedText, rangeText, valueText } from "./row-text";

type Figure = { label: string; value: string; colour?: string };

/** The figures of a row in a ruled box; those that do not apply to its check are left out. */
export const RowFigures = ({ row }: { row: DetailedRow }) => (
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
    {figuresOf(row).map(({ label, value, colour }) => (
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
        <chakra.dd textStyle="cardTitle" lineHeight="22px" color={colour} overflowWrap="anywhere">
          {value}
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
);

function figuresOf(row: DetailedRow): Figure[] {
  const { days, usual_pct: usual } = row;
  const during = days === null ? "" : `, ${days} ${days === 1 ? "day" : "days"}`;
  if (row.detector.endsWith("_null_rate"))
    return [
      { label: `Null now${during}`, value: observedText(row) },
      { label: "Null before", value: valueText(row, row.expected) },
      { label: "Change", value: changeText(row, 1), colour: changeColour(row.severity) },
      ...(row.change_pct === null ? [] : [{ label: "Values lost", value: formatPercent(row.change_pct, 1) }]),
      ...usualFigure("By itself at most", usual, ""),
    ];
  if (row.detector.endsWith("_distribution"))
    return [
      { label: `Other value${during}`, value: changeText(row, 1), colour: changeColour(row.severity) },
      { label: "Usual range", value: expectedText(row) },
      ...usualFigure("By itself at most", usual, ""),
    ];
  return [
    { label: `Observed${during}`, value: observedText(row) },
    { label: "Expected", value: valueText(row, row.expected) },
    ...(row.range_low === null ? [] : [{ label: "Expected range", value: rangeText(row) }]),
    ...changeFigures(row),
    ...usualFigure("An ordinary day", usual, "±"),
  ];
}

/**
 * The change against the event's own level and weekday, and against what was expected with the project's move in
 * it, as the file has them. The second is what was tested, so it carries the colour.
 */
function changeFigures(row: DetailedRow): Figure[] {
  const { change_pct: change, change_pct_beyond_project: beyond } = row;
  const tested = { value: changeText(row, 1), colour: changeColour(row.severity) };
  if (beyond === null || isProjectRow(row) || row.detector === "user_profile_count_change")
    return [{ label: "Change", ...tested }];
  return [
    { label: "Change", value: change === null ? "n/a" : formatChange(change, 1) },
    { label: "Beyond project", ...tested },
  ];
}

const usualFigure = (label: string, usual: number | null, sign: string): Figure[] =>
  usual === null ? [] : [{ label, value: `${sign}${formatPercent(usual, usual > 0 && usual < 1 ? 1 : 0)}` }];
