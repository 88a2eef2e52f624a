import { z } from "zod";
import { isObject } from "../../contract/common.js";

/** An object whose keys are names chosen by customers. Unlike `z.record`, it keeps a key named `__proto__`. */
const byName = <Value extends z.ZodType>(value: Value) => z.preprocess(toMap, z.map(z.string(), value));
const toMap = (input: unknown): unknown => (isObject(input) ? new Map(Object.entries(input)) : input);
const propertiesSchema = z.custom<Record<string, unknown>>(isObject);

/** The parts of Mixpanel's responses that are read; everything else is ignored. */
export const projectAnswer = z.object({
  name: z.string().nullish(),
  timezone: z.string().nullish(),
  domain: z.string().nullish(),
});
/** `/me` of an account without projects. With projects it may be large, so it is read one project at a time. */
export const noProjectsAnswer = z.object({
  results: z.object({ projects: z.record(z.string(), z.never()).nullish() }),
});

export const eventCountsAnswer = z.object({
  data: z.object({ values: byName(byName(z.number())) }),
});

/** An hour as `2026-11-18 14:00:00` or `2026-11-18T14:00:00-05:00`: Mixpanel documents neither. */
export const hourPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d):\d\d(?::\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/;
export const eventHoursAnswer = z.object({
  data: z.object({
    values: byName(z.preprocess(toMap, z.map(z.string().regex(hourPattern), z.number()))),
  }),
});

export const eventNamesAnswer = z.array(z.string());

export const engageAnswer = z.object({
  page_size: z.number().int().positive().default(1_000),
  session_id: z.string().nullish(),
  total: z.number().nullish(),
  results: z.array(z.object({ $distinct_id: z.coerce.string(), $properties: propertiesSchema.default({}) })),
});

export const engagePropertiesAnswer = z.object({
  results: byName(z.object({ count: z.number().default(0) })),
});

export const lexiconAnswer = z.object({
  results: z.array(
    z.object({
      entityType: z.string(),
      name: z.string(),
      schemaJson: z
        .object({
          description: z.string().nullish(),
          properties: propertiesSchema.nullish(),
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
