import { z } from "zod";
import { editsSchema, idSchema, instantSchema, textSchema } from "../common.js";
import { detectorKeySchema } from "../detectors.js";

/** The members who want emails. It isn't stored like other channels, because each member decides about themselves. */
export const membersChannel = { id: "members", name: "Members" } as const;

const hourSchema = z.number().int().min(0).max(23);
const timingSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("now") }),
  z.object({ kind: z.literal("daily"), hour: hourSchema }),
  /** `weekday`: 1 is Monday, 7 is Sunday. */
  z.object({ kind: z.literal("weekly"), weekday: z.number().int().min(1).max(7), hour: hourSchema }),
]);
export type RouteTiming = z.infer<typeof timingSchema>;

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

/** Which incidents go to a channel, and when. An empty or null filter matches everything. */
export const routeInputSchema = z.object({
  channelId: idSchema,
  /** "alert": only alerts. "any": alerts and warnings. */
  severity: z.enum(["any", "alert"]),
  /** "worse": only incidents that are new, worse or back again. "all": recovered ones too. */
  changes: z.enum(["all", "worse"]),
  connectionId: idSchema.nullable(),
  setupId: idSchema.nullable(),
  detectors: z.array(detectorKeySchema).max(20),
  /** Name of an event or property; `*` matches any text. */
  subject: textSchema(200),
  /** `property = value`, or part of it; `*` matches any text. */
  segment: textSchema(200),
  /** Only incidents assigned to this member. */
  assigneeUid: idSchema.nullable(),
  /** Whether the route also sends a message when checks can't run. */
  includesFailedRuns: z.boolean(),
  /** Whether the route also sends what is new about names. */
  includesNewNames: z.boolean(),
  timing: timingSchema,
  timeZone: z.string().max(64).refine(isTimeZone, "Not a time zone."),
  /** Hours in which nothing is sent immediately; messages wait until they end. */
  quietHours: z
    .object({ from: hourSchema, to: hourSchema })
    .refine(({ from, to }) => from !== to, "Quiet hours must start and end at different hours.")
    .nullable(),
});
export type RouteInput = z.infer<typeof routeInputSchema>;

/** Filters and times of a route that matches everything and sends at once. */
export const everything: Omit<RouteInput, "channelId"> = {
  severity: "any",
  changes: "all",
  connectionId: null,
  setupId: null,
  detectors: [],
  subject: "",
  segment: "",
  assigneeUid: null,
  includesFailedRuns: true,
  includesNewNames: true,
  timing: { kind: "now" },
  timeZone: "UTC",
  quietHours: null,
};

/**
 * The only route to `membersChannel`: what members get is the same for all. A workspace begins with it, and admins can
 * delete it and create it again.
 */
export const membersRoute: RouteInput & { id: string } = {
  id: "members",
  channelId: membersChannel.id,
  ...everything,
  includesNewNames: false,
};

export const isToMembers = ({ channelId }: Pick<RouteInput, "channelId">): boolean =>
  channelId === membersChannel.id;

/** Body of edit: fields that are left out keep their value. */
export const updateRouteSchema = routeInputSchema.partial();
export type UpdateRoute = z.infer<typeof updateRouteSchema>;

/** Body of create. With an id chosen by the caller, repeating the call doesn't create a second route. */
export const createRouteSchema = routeInputSchema.extend({
  id: idSchema.optional(),
  includesNewNames: routeInputSchema.shape.includesNewNames.default(false),
});
export type CreateRoute = z.infer<typeof createRouteSchema>;

export const routeSchema = routeInputSchema.extend({
  includesNewNames: routeInputSchema.shape.includesNewNames.default(false),
  id: idSchema,
  createdAt: instantSchema,
  ...editsSchema.shape,
});
export type Route = z.infer<typeof routeSchema>;

export const newMembersRoute = (createdAt: string): Route => ({
  ...membersRoute,
  createdAt,
  revision: 1,
  fileRevision: null,
});

/** A route in `plumbline.yml`. By default it matches everything, sends immediately and has no quiet hours. */
export const fileRouteSchema = z.strictObject({
  id: idSchema,
  ...routeInputSchema.shape,
  severity: routeInputSchema.shape.severity.default("any"),
  changes: routeInputSchema.shape.changes.default("all"),
  connectionId: routeInputSchema.shape.connectionId.default(null),
  setupId: routeInputSchema.shape.setupId.default(null),
  detectors: routeInputSchema.shape.detectors.default([]),
  subject: routeInputSchema.shape.subject.default(""),
  segment: routeInputSchema.shape.segment.default(""),
  assigneeUid: routeInputSchema.shape.assigneeUid.default(null),
  includesFailedRuns: routeInputSchema.shape.includesFailedRuns.default(false),
  includesNewNames: routeInputSchema.shape.includesNewNames.default(false),
  timing: routeInputSchema.shape.timing.default({ kind: "now" }),
  timeZone: routeInputSchema.shape.timeZone.default("UTC"),
  quietHours: routeInputSchema.shape.quietHours.default(null),
});

/** The incidents of the last 28 days that a route would have sent, newest first. */
export const routePreviewSchema = z.object({
  /** Number of incidents considered. */
  total: z.number().int(),
  matching: z.array(
    z.object({
      id: idSchema,
      createdAt: instantSchema,
      headline: z.string(),
      severity: z.enum(["alert", "warning"]),
    }),
  ),
});
export type RoutePreview = z.infer<typeof routePreviewSchema>;
