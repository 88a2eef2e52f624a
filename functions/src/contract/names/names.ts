import { z } from "zod";
import { editQuerySchema, idSchema, instantSchema, pageQuerySchema, textSchema } from "../common.js";
import { connectionQuerySchema } from "../data-settings.js";
import { projectDaySchema } from "../findings/finding.js";
import { noticeFields, noticeKinds } from "./notice.js";

const decisionSchema = z.enum(["approved", "ignored"]);
const noticeStateSchema = z.enum(["new", ...decisionSchema.options, "excluded"]);
export type NoticeState = z.infer<typeof noticeStateSchema>;

/** `by`: uid of the member. */
const decidedSchema = z.object({ state: decisionSchema, by: z.string(), at: instantSchema });

/** `*` stands for any characters. */
export const patternSchema = textSchema(200).pipe(z.string().min(1));

/** What people decided, by notice. Patterns also cover names that come later; the longest one that matches counts. */
export const nameDecisionsSchema = z.object({
  notices: z.record(z.string(), decidedSchema),
  /** `isFromFile`: it was last applied from a configuration file. */
  patterns: z.array(decidedSchema.extend({ pattern: patternSchema, isFromFile: z.boolean().default(false) })),
});
export type NameDecisions = z.infer<typeof nameDecisionsSchema>;
export const noDecisions: NameDecisions = { notices: {}, patterns: [] };

export const namesQuerySchema = connectionQuerySchema.extend({
  ...pageQuerySchema.shape,
  state: noticeStateSchema.default("new"),
  kind: z.enum(noticeKinds).optional(),
  /** Only those that a run noticed first. */
  runId: idSchema.optional(),
  /** Only names that contain this text, ignoring case. */
  search: z.string().min(1).max(200).optional(),
});

/** A notice in words, and what was decided about it. */
const newNameSchema = noticeFields.omit({ eventCount: true, seenOn: true }).extend({
  kind: z.enum(noticeKinds),
  /** Platform and app version; null where several have it, or it isn't known. */
  seenOn: z.string().nullable(),
  /** Null if Lexicon could not be read. */
  lexicon: z.enum(["described", "not_described", "hidden", "dropped"]).nullable(),
  /** What happened, in two or three words. */
  title: z.string(),
  /** The name; for a rename, the old and the new one. */
  label: z.string(),
  sentence: z.string(),
  state: noticeStateSchema,
  /** Up to 20 names that change by themselves, where it is about these. */
  names: z.array(z.string()).optional(),
  /** Open incidents that a rename explains. */
  explains: z.array(idSchema),
  /** Null if nobody decided, or they have left since. */
  decidedBy: z.string().nullable(),
});
export type NewName = z.infer<typeof newNameSchema>;

export const newNamesSchema = z.object({
  /** Null until a run has read the connection's events. */
  lastDay: projectDaySchema.nullable(),
  knownEvents: z.number().int(),
  knownProperties: z.number().int(),
  /** Notices by state. */
  counts: z.record(noticeStateSchema, z.number().int()),
  /** Newest first. */
  items: z.array(newNameSchema),
  patterns: z.array(z.object({ pattern: z.string(), state: decisionSchema, isFromFile: z.boolean() })),
  nextCursor: z.string().nullable(),
});
export type NewNames = z.infer<typeof newNamesSchema>;

export const decideNamesQuerySchema = connectionQuerySchema.extend({
  fromFile: editQuerySchema.shape.fromFile,
});

export const decideNamesSchema = z
  .object({
    ids: z.array(z.string().min(1).max(100)).max(1_000).default([]),
    /** Decides all that match, now and later; `*` stands for any characters. */
    pattern: patternSchema.optional(),
    /** `new` takes a decision or pattern back. */
    state: noticeStateSchema,
  })
  .refine(({ ids, pattern, state }) => (pattern === undefined ? ids.length > 0 : state !== "excluded"), {
    message: "Give ids, or a pattern to approve or ignore.",
  });
export type DecideNames = z.infer<typeof decideNamesSchema>;
