import { z } from "zod";
import { idSchema, instantSchema } from "./common.js";
import { connectionSchema } from "./connections.js";
import { projectDaySchema } from "./findings/finding.js";
import { incidentSchema } from "./incidents.js";
import { beganSchema } from "./incidents/began-together.js";

/** Days of a connection's strip. */
export const stripDays = 28;

const dayStateSchema = z.object({
  day: projectDaySchema,
  /** The worst finding of that day, whatever became of it. */
  severity: z.enum(["alert", "warning", "normal", "not_checked"]),
  /** The headline of the most important finding; null without one. */
  headline: z.string().nullable(),
  /** How many more findings the day has. */
  more: z.number().int(),
  /** The run whose report covers the day. */
  runId: idSchema.nullable(),
});
export type DayState = z.infer<typeof dayStateSchema>;

const runMomentSchema = z.object({ runId: idSchema, at: instantSchema });

const connectionStateSchema = z.object({
  connection: connectionSchema,
  /** The last 28 project days, oldest first. */
  days: z.array(dayStateSchema),
  open: z.number().int(),
  /** Of the open ones, those that nobody is assigned to. */
  unassigned: z.number().int(),
  acknowledged: z.number().int(),
  muted: z.number().int(),
  /** The most important open incidents. `count` includes those that aren't listed. */
  groups: z.array(
    z.object({ began: beganSchema.nullable(), count: z.number().int(), incidents: z.array(incidentSchema) }),
  ),
  /** The latest run with a report. */
  lastCheck: runMomentSchema.nullable(),
  /** The latest run, if it failed after that. */
  failure: runMomentSchema.extend({ message: z.string() }).nullable(),
  /** Null without a schedule. */
  nextCheckAt: instantSchema.nullable(),
});
export type ConnectionState = z.infer<typeof connectionStateSchema>;

/** The state of the workspace's data: one entry per connection, the worst first. */
export const homeSchema = z.array(connectionStateSchema);
