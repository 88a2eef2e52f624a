import { z } from "zod";

/** The part of an inline bookmark that this stand-in supports. */
const filterSchema = z.object({ value: z.string(), filterOperator: z.string(), filterValue: z.unknown() });

const metricSchema = z.object({
  type: z.literal("metric"),
  isHidden: z.boolean().optional(),
  behavior: z.object({ name: z.string(), filters: z.array(filterSchema).default([]) }),
  measurement: z.object({
    math: z.enum(["total", "unique", "average", "median", "min", "max"]),
    property: z.union([z.null(), z.object({ name: z.string() })]).optional(),
  }),
});

const formulaSchema = z.object({ type: z.literal("formula"), name: z.string(), definition: z.string() });

export const bodySchema = z.object({
  bookmark: z.object({
    sections: z.object({
      show: z.array(z.union([metricSchema, formulaSchema])).min(1),
      filter: z.array(filterSchema).default([]),
      group: z.array(z.object({ value: z.string() })).default([]),
      time: z.array(z.object({ unit: z.string(), value: z.tuple([z.string(), z.string()]) })).length(1),
    }),
    displayOptions: z
      .object({ chartType: z.enum(["line", "bar"]).default("line") })
      .default({ chartType: "line" }),
    queryLimits: z.never("Extra inputs are not permitted at queryLimits").optional(),
  }),
});

export type Metric = z.infer<typeof metricSchema>;
export type Filter = z.infer<typeof filterSchema>;
