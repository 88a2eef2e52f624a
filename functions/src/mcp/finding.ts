import { z } from "zod";
import { incidentStatusSchema } from "../contract/incidents/states.js";
import { detectorKeySchema } from "../contract/detectors.js";
import { segmentSchema, type DetailedRow } from "../contract/results.js";
import { causeOf, headlineOf, sentenceOf } from "../engine/detectors/words.js";

export const findingSchema = z.object({
  check: detectorKeySchema.describe("Pass it to check_verdict."),
  severity: z.enum(["alert", "warning"]),
  state: z.string().nullable().describe("Compared with the previous run: new or ongoing."),
  incidentId: z.string().nullable().describe("Pass it to explain_incident."),
  status: incidentStatusSchema
    .nullable()
    .describe(
      "What people have decided: `acknowledged`, `muted` and `closed` problems are known but still in the data. Null without an incident.",
    ),
  headline: z.string().describe("What broke, how much, where and since when."),
  entity: z.string().describe("The event or property that is wrong."),
  parent: z.string().nullable().describe("The event, if `entity` is one of its properties."),
  segment: segmentSchema.nullable().describe("The segment the finding is limited to; null for all events."),
  since: z.string().nullable().describe("First bad day, YYYY-MM-DD in the project's time zone."),
  lastDay: z.string().nullable(),
  observed: z.number().nullable(),
  expected: z.number().nullable(),
  changePct: z.number().nullable(),
  likelyCause: z.string().nullable().describe("The property value that most of the change comes from."),
  reason: z.string().describe("The finding in a sentence, as the report shows it."),
});
export type Finding = z.input<typeof findingSchema>;

/** Returns the row as a finding, or nothing if it isn't one. */
export function toFinding(row: DetailedRow): Finding[] {
  if (row.severity !== "alert" && row.severity !== "warning") return [];
  return [
    {
      check: row.detector,
      severity: row.severity,
      state: row.state,
      incidentId: row.incident?.id ?? null,
      status: row.incident?.now?.status ?? null,
      headline: row.finding ? headlineOf(row.finding) : row.entity,
      entity: row.entity,
      parent: row.parent,
      segment: row.segment,
      // Not the evening before, on which the event may have stopped: `observed` counts whole days.
      since: row.finding?.began ?? row.first_bad_day,
      lastDay: row.last_day,
      observed: row.observed,
      expected: row.expected,
      changePct: row.change_pct,
      likelyCause: row.finding ? causeOf(row.finding) : row.cause,
      reason: row.finding ? sentenceOf(row.finding) : row.reason,
    },
  ];
}
