import { z } from "zod";

/** Shapes of Mixpanel's answers, as far as they are read; everything else in them is ignored. */
export const meAnswer = z.object({
  results: z.object({
    projects: z
      .record(
        z.string(),
        z.object({
          name: z.string().nullish(),
          timezone: z.string().nullish(),
          domain: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
});

export const eventCountsAnswer = z.object({
  data: z.object({ values: z.record(z.string(), z.record(z.string(), z.number())) }),
});

export const eventNamesAnswer = z.array(z.string());

/** Computed properties may come without a count. */
export const topPropertiesAnswer = z
  .record(z.string(), z.object({ count: z.number().optional() }))
  .refine((properties) => !("error" in properties));

export const engageAnswer = z.object({
  page_size: z.number().int().positive().default(1_000),
  session_id: z.string().nullish(),
  total: z.number().nullish(),
  results: z.array(
    z.object({ $distinct_id: z.coerce.string(), $properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

export const engagePropertiesAnswer = z.object({
  results: z.record(z.string(), z.object({ count: z.number().default(0) })),
});

export const lexiconAnswer = z.object({
  results: z.array(
    z.object({
      entityType: z.string(),
      name: z.string(),
      schemaJson: z
        .object({
          properties: z.record(z.string(), z.unknown()).nullish(),
          metadata: z
            .object({
              "com.mixpanel": z
                .object({ hidden: z.boolean().nullish(), dropped: z.boolean().nullish() })
                .nullish(),
            })
            .nullish(),
        })
        .nullish(),
    }),
  ),
});
