import { evaluate } from "../evaluate.js";
import { readerOf, type SimulatedProperty } from "./project.js";
import type { PropertyRule } from "./rules.js";

const detectorOf = {
  event_property_stopped: "stopped",
  event_property_null_rate: "nulls",
  event_property_distribution: "distribution",
} as const;

/** The product's own engine: the stopped, null and distribution checks of one run. */
export const plumblineRule: PropertyRule = {
  name: "Plumbline",
  judge(calendar, properties, settings) {
    // Properties with the same name on several events fold into one root row. Evaluating slices with one property per
    // name avoids that.
    const slices: SimulatedProperty[][] = [];
    const taken = new Map<string, number>();
    for (const property of properties) {
      const n = taken.get(property.kind.propertyName) ?? 0;
      taken.set(property.kind.propertyName, n + 1);
      (slices[n >> 1] ??= []).push(property);
    }
    return slices.flatMap((slice) =>
      evaluate(
        Object.keys(detectorOf) as (keyof typeof detectorOf)[],
        { lastDay: calendar.days.at(-1)!, aggregates: readerOf(calendar, slice) },
        settings,
      ).detectors.flatMap(({ key, rows }) =>
        rows
          .filter(
            ({ row }) => (row.severity === "alert" || row.severity === "warning") && row.parent !== null,
          )
          .map(({ row }) => ({
            event: row.parent!,
            detector: detectorOf[key as keyof typeof detectorOf],
            isAlert: row.severity === "alert",
            since: row.first_bad_day,
          })),
      ),
    );
  },
};
