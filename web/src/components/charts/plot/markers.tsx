import type { NearbyChange } from "@contract/integrations/project-context";
import { ChartLine, ChartText } from "./chart-text";

/** A day on which something changed, with a label that says what. */
export type DayMarker = { day: string; label: string };

const longestLabel = 26;

/** Releases, app versions and annotations by day. Several on the same day share one marker. */
export function markersOf(changes: readonly NearbyChange[]): DayMarker[] {
  const byDay = new Map<string, string[]>();
  for (const { kind, day, title } of changes)
    if (kind === "release" || kind === "version" || kind === "annotation")
      byDay.set(day, [...(byDay.get(day) ?? []), title]);
  return [...byDay].map(([day, titles]) => ({
    day,
    label: titles.length > 1 ? `${titles.length} changes` : titles[0]!,
  }));
}

/** A change, so many hours after the problem began; negative before it. */
export type HourMarker = { hoursAfterOnset: number; label: string };

/** The changes whose hour is known. */
export const hourMarkersOf = (changes: readonly NearbyChange[]): HourMarker[] =>
  changes.flatMap(({ hoursAfterOnset, title }) =>
    hoursAfterOnset === null ? [] : [{ hoursAfterOnset, label: title }],
  );

const short = (text: string): string =>
  text.length > longestLabel ? `${text.slice(0, longestLabel - 1).trimEnd()}…` : text;

type MarkersProps = {
  /** `x` in pixels. */
  markers: readonly { label: string; x: number }[];
  area: { left: number; right: number; top: number; bottom: number };
};

/** In pixels: a letter of a label on average, the space beside it, and a line of labels. */
const letter = 6;
const gap = 5;
const lineHeight = 13;

/**
 * The line of each label, from 0: the first one where it touches no earlier label.
 * @param spans from and to, in pixels
 */
export function labelLines(spans: readonly { from: number; to: number }[]): number[] {
  const lines: { from: number; to: number }[][] = [];
  return spans.map((span) => {
    const free = lines.findIndex((placed) =>
      placed.every(({ from, to }) => span.to + gap <= from || to + gap <= span.from),
    );
    const place = free < 0 ? lines.length : free;
    (lines[place] ??= []).push(span);
    return place;
  });
}

/** A dotted line for each marker. Its label is on the side with more room. */
export function Markers({ markers, area }: MarkersProps) {
  const labels = markers.map((marker) => {
    const { x } = marker;
    const label = short(marker.label);
    const isLeft = x > (area.left + area.right) / 2;
    const width = gap + label.length * letter;
    return {
      ...marker,
      label,
      isLeft,
      span: isLeft ? { from: x - width, to: x } : { from: x, to: x + width },
    };
  });
  const lines = labelLines(labels.map(({ span }) => span));
  return labels.map(({ label, x, isLeft }, i) => (
    <g key={i}>
      <ChartLine
        x={x}
        y={[area.top, area.bottom]}
        color="info.fg"
        strokeDasharray="1.5 3"
        strokeLinecap="round"
      />
      <ChartText
        x={isLeft ? x - gap : x + gap}
        y={area.top + 8 + lines[i]! * lineHeight}
        textAnchor={isLeft ? "end" : "start"}
        size={10.5}
        color="info.fg"
        hasHalo
      >
        {label}
      </ChartText>
    </g>
  ));
}
