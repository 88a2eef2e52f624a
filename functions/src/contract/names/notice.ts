import { z } from "zod";
import { idSchema } from "../common.js";
import { projectDaySchema } from "../findings/finding.js";

/** `event_property`: one name, whichever events it is on. */
const nameKindSchema = z.enum(["event", "event_property", "user_property"]);
export type NameKind = z.infer<typeof nameKindSchema>;

const valueKindSchema = z.enum(["text", "number", "boolean", "list", "object"]);
export type ValueKind = z.infer<typeof valueKindSchema>;

const personalKindSchema = z.enum(["email", "phone", "token"]);

/** What all notices have. */
export const noticeFields = z.object({
  id: z.string(),
  /** The run that noticed it first. */
  runId: idSchema,
  /** When it happened, in the project's time zone. */
  day: projectDaySchema,
  nameKind: nameKindSchema,
  name: z.string(),
  /** Up to 20 events that a property is on. */
  events: z.array(z.string()),
  eventCount: z.number().int(),
  perDay: z.number(),
  /** The platform and app version on which it first appeared, where most of its events have the same. */
  seenOn: z.object({ platform: z.string().nullable(), version: z.string().nullable() }).nullable(),
});

/** Something that happened to a name. Values are never part of it. */
export const noticeSchema = z.discriminatedUnion("kind", [
  noticeFields.extend({ kind: z.literal("new"), valueKind: valueKindSchema.nullable() }),
  /** `alsoTo`: further names that an event was split into. `shared`: properties in common, for events. */
  noticeFields.extend({
    kind: z.literal("renamed"),
    from: z.string(),
    alsoTo: z.array(z.string()),
    shared: z.object({ properties: z.number().int(), of: z.number().int() }).nullable(),
  }),
  noticeFields.extend({
    kind: z.literal("near_duplicate"),
    other: z.string(),
    otherPerDay: z.number(),
    difference: z.enum(["case", "separator", "plural", "letter"]),
  }),
  noticeFields.extend({
    kind: z.literal("type_changed"),
    before: valueKindSchema,
    after: valueKindSchema,
    /** Share of the values with the new type since then, 0–1. */
    share: z.number(),
  }),
  /** Values that look like personal data began to come. */
  noticeFields.extend({
    kind: z.literal("personal_data"),
    found: personalKindSchema,
    /** Share of the values since then, 0–1. */
    share: z.number(),
  }),
  noticeFields.extend({ kind: z.literal("silent"), lastDay: projectDaySchema }),
  /** `name` is the pattern, with `*` in place of what changes. */
  noticeFields.extend({
    kind: z.literal("self_changing"),
    names: z.array(z.string()),
    count: z.number().int(),
  }),
]);
export type Notice = z.infer<typeof noticeSchema>;
export const noticeKinds = noticeSchema.options.map(({ shape }) => shape.kind.value);

/** A notice as messages name it. */
export const namedNoticeSchema = z.object({
  id: z.string(),
  connectionId: idSchema,
  title: z.string(),
  label: z.string(),
});
export type NamedNotice = z.infer<typeof namedNoticeSchema>;
