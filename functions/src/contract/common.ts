import { z } from "zod";

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

/** Ids are Firestore document ids that we made: URL-safe, never a path, not of the form `__…__` that it reserves. */
export const idSchema = z.string().regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/);

/** A name or description a person types: trimmed, no control characters, no half of a surrogate pair. */
export const textSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !/[^\P{Cc}\n\t]|\p{Cs}/u.test(text), "No control characters.");

/** `?limit=&cursor=` of every list; the next cursor comes in the `X-Next-Cursor` header. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(512).optional(),
});

export const idParamsSchema = z.object({ id: idSchema });
export const noContentSchema = z.undefined();
export const emptyBodySchema = z.object({}).optional();
