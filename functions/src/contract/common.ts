import { z } from "zod";

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

/**
 * An instant that a caller chooses, with any offset, as UTC. In this century: others are mistakes, and far ones can't
 * be counted with.
 */
export const chosenInstantSchema = z.iso
  .datetime({ offset: true, error: "Not a time: write it as 2026-11-05T14:00:00Z, or with an offset." })
  .max(40)
  .refine((at) => at >= "2000" && at < "2100", "Choose a time from 2000 to 2099.")
  .overwrite((text) => new Date(text).toISOString());

/** An email address, written in any case. */
export const emailSchema = z.email().max(254).toLowerCase();

/** A calendar day in a request. */
export const dayInputSchema = z.iso.date("Not a day: write it as YYYY-MM-DD, such as 2026-11-05.");

/** Ids are Firestore document ids: URL-safe, never a path, and not of the form `__…__`, which Firestore reserves. */
export const idSchema = z.string().regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/);

/** Marks that change the direction of the text around them, which can make a name look like a different one. */
const bidiMarks = "\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069";
const forbiddenCharacter = new RegExp(`[^\\P{Cc}\\n\\t]|[\\p{Cs}\\u2028\\u2029\\uFEFF${bidiMarks}]`, "u");

/** A name or description typed by a person: trimmed, no control or direction characters, no unpaired surrogates. */
export const textSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !forbiddenCharacter.test(text), "No control characters.");

/** Puts text from elsewhere (a token, an event's name) on one line, without control and direction characters. */
export const cleanLine = (text: string): string =>
  text
    .replace(new RegExp(`[${bidiMarks}\\uFEFF]`, "g"), "")
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
    .trim();

/** `?limit=&cursor=` of every list; the next cursor is in the `X-Next-Cursor` response header. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(512).optional(),
});

/** Number of the latest edit, and of the last edit that came from a configuration file. */
export const editsSchema = z.object({
  revision: z.number().int().default(1),
  fileRevision: z.number().int().nullable().default(null),
});
export type Edits = z.infer<typeof editsSchema>;

/** The revision that a change was made for, so that no edit in between is lost. */
export const revisionQuerySchema = z.object({ revision: z.coerce.number().int().min(1).max(1e9).optional() });
/** `fromFile`: whether the change comes from a configuration file. */
export const editQuerySchema = revisionQuerySchema.extend({
  fromFile: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
});
export type Edit = z.output<typeof editQuerySchema>;

export const emptyBodySchema = z.object({}).optional();

/** Who runs this installation, from its configuration; null for anything not configured. */
export const operatorSchema = z.object({
  name: z.string().nullable(),
  /** Postal address on one line. */
  address: z.string().nullable(),
  email: z.string().nullable(),
});
export type Operator = z.infer<typeof operatorSchema>;
