import { z } from "zod";
import { chosenInstantSchema, idSchema, instantSchema, textSchema } from "../common.js";

/** A release of the product that sends the events: a possible reason for a change. */
export const releaseSchema = z.object({
  id: idSchema,
  /** When the release was recorded; `at` is when it went live. */
  createdAt: instantSchema,
  version: z.string(),
  platform: z.string().nullable(),
  at: instantSchema,
  url: z.string().nullable(),
  /** Null for a release that may affect every connection. */
  connectionId: idSchema.nullable(),
});
export type Release = z.infer<typeof releaseSchema>;

export const createReleaseSchema = z.object({
  version: textSchema(100).pipe(z.string().min(1)),
  platform: textSchema(50).pipe(z.string().min(1)).optional(),
  /** Defaults to now. Git and CI write times with an offset. */
  at: chosenInstantSchema.optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  connectionId: idSchema.optional(),
});
export type CreateRelease = z.infer<typeof createReleaseSchema>;
