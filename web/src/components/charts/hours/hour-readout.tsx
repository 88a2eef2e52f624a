import { formatNumber, formatRange } from "@/lib/format";
import { BandSample, Stroke } from "../count/count-readout";
import { colorVar } from "@/components/charts/plot/chart-text";
import { Swatch, type ReadoutEntry } from "../plot/readout";
import { type HourSlot, slotTitle } from "./hour-slots";

/** Values of one hour with samples of what is drawn. */
export const hourReadout = (
  slot: HourSlot,
  severity: "alert" | "warning",
  { hasFlagged, hasArriving }: { hasFlagged: boolean; hasArriving: boolean },
): ReadoutEntry[] => [
  { sample: <Stroke color={colorVar("fg")} width={2} />, name: "Observed", value: observedText(slot) },
  {
    sample: <Stroke color={colorVar("accent.line")} width={1.5} dash="2 2" />,
    name: "Expected",
    value: rowsText(slot.expected),
  },
  { sample: <BandSample />, name: "Expected range", value: rangeText(slot) },
  ...(hasFlagged ? [{ sample: <Swatch color={`${severity}.solid`} />, name: "Flagged hours" }] : []),
  ...(hasArriving ? [{ sample: <Swatch color="bg.muted" border="border" />, name: "Still arriving" }] : []),
];

/** The text that a screen reader announces for an hour. */
export const hourAnnouncement = (slot: HourSlot): string =>
  [
    slotTitle(slot),
    slot.observed === null && slot.arrived === null ? "not tested yet" : `observed ${observedText(slot)}`,
    slot.expected === null ? "" : `expected ${rowsText(slot.expected)}`,
    slot.low === null ? "" : `range ${rangeText(slot)}`,
    slot.isFlagged ? "flagged" : "",
  ]
    .filter(Boolean)
    .join(", ");

/** The cells of an hour in the chart's table. */
export const hourCells = (slot: HourSlot): string[] => [
  slotTitle(slot),
  observedText(slot),
  rowsText(slot.expected),
  rangeText(slot),
];

const observedText = ({ observed, arrived }: HourSlot): string =>
  arrived === null ? rowsText(observed) : `${formatNumber(arrived)}, still arriving`;

const rowsText = (rows: number | null): string => (rows === null ? "—" : formatNumber(rows));

const rangeText = ({ low, high }: HourSlot): string =>
  low === null || high === null ? "—" : formatRange(low, high);
