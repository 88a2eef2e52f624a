import { z } from "zod";

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

/** Ids are Firestore document ids that we made: URL-safe, never a path, not of the form `__…__` that it reserves. */
export const idSchema = z.string().regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/);

/** Marks that change the direction of the text around them, by which a name can pass for something else. */
const bidiMarks = "\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069";
const forbiddenCharacter = new RegExp(`[^\\P{Cc}\\n\\t]|[\\p{Cs}\\u2028\\u2029\\uFEFF${bidiMarks}]`, "u");

/** A name or description a person types: trimmed, no control or direction characters, no half of a surrogate pair. */
export const textSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !forbiddenCharacter.test(text), "No control characters.");

/** Text from elsewhere (a token, an event's name) on one line, without control and direction characters. */
export const cleanLine = (text: string): string =>
  text
    .replace(new RegExp(`[${bidiMarks}\\uFEFF]`, "g"), "")
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
    .trim();

/** `?limit=&cursor=` of every list; the next cursor comes in the `X-Next-Cursor` header. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(512).optional(),
});

/** How often something was edited, and which of these edits came from a configuration file last. */
export const editsSchema = z.object({
  revision: z.number().int().default(1),
  fileRevision: z.number().int().nullable().default(null),
});
export type Edits = z.infer<typeof editsSchema>;

/** Of a change: the revision it was made for, so that no edit in between is lost. */
export const revisionQuerySchema = z.object({ revision: z.coerce.number().int().min(1).optional() });
/** `fromFile`: the change comes from a configuration file. */
export const editQuerySchema = revisionQuerySchema.extend({
  fromFile: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
});
export type Edit = z.output<typeof editQuerySchema>;

export const idParamsSchema = z.object({ id: idSchema });
export const noContentSchema = z.undefined();
export const emptyBodySchema = z.object({}).optional();

/** Who runs this installation, as they configured it; null for what they did not say. */
export const operatorSchema = z.object({
  name: z.string().nullable(),
  /** Postal address on one line. */
  address: z.string().nullable(),
  email: z.string().nullable(),
});
export type Operator = z.infer<typeof operatorSchema>;
