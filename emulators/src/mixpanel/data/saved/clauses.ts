/* Parts of reports' `params`, in the formats that Mixpanel's app writes. */

export type Json = Record<string, unknown>;

export const eventStep = (name: string, filters: readonly Json[] = []): Json => ({
  type: "event",
  id: null,
  name,
  filters,
  filtersDeterminer: "all",
});

export const customEventStep = (id: number): Json => ({
  ...eventStep(`$custom_event:${id}`),
  type: "custom-event",
  id,
});

export const where = (value: string, filterValue: readonly string[], resourceType = "events"): Json => ({
  dataset: "$mixpanel",
  value,
  resourceType,
  filterType: "string",
  defaultType: "string",
  filterOperator: "equals",
  filterValue,
  dataGroupId: null,
});

export const inCohort = (id: number, name: string): Json => ({
  ...where("$cohorts", []),
  filterType: "list",
  filterOperator: "contains",
  filterValue: [{ cohort: { id, name, negated: false } }],
});

export const by = (value: string, resourceType = "events"): Json => ({
  dataset: "$mixpanel",
  value,
  resourceType,
  profileType: null,
  search: "",
  propertyType: "string",
  typeCast: null,
  unit: null,
  dataGroupId: null,
});

export const byCustomProperty = (customPropertyId: number): Json => ({
  ...by(""),
  value: null,
  customPropertyId,
});

const measurement = (math: string, property: string | null): Json => ({
  math,
  property: property === null ? null : { name: property, resourceType: "events", type: "number" },
  perUserAggregation: null,
  cumulative: false,
  rolling: null,
});

export const metric = (steps: readonly Json[], math = "total", property: string | null = null): Json => ({
  type: "metric",
  name: `${math} of ${String(steps[0]!["name"])}`,
  behavior: {
    type: "simple",
    dataset: "$mixpanel",
    resourceType: "events",
    behaviors: steps,
    filters: [],
    filtersDeterminer: "all",
    dataGroupId: null,
  },
  measurement: measurement(math, property),
  display: {},
  isHidden: false,
});

export const formula = (name: string, definition: string, metrics: readonly Json[]): Json => ({
  type: "formula",
  name,
  definition,
  measurement: {},
  referencedMetrics: metrics,
});

export const funnel = (steps: readonly Json[], exclusions: readonly string[] = []): Json => ({
  type: "metric",
  behavior: {
    type: "funnel",
    resourceType: "events",
    name: "Conversion",
    behaviors: steps.map((step) => ({ ...step, funnelOrder: "loose" })),
    conversionWindowDuration: 7,
    conversionWindowUnit: "day",
    funnelOrder: "loose",
    exclusions: exclusions.map((event) => ({ event, steps: { from: 1, to: steps.length } })),
    aggregateBy: [],
    filters: [],
  },
  measurement: { ...measurement("conversion_rate_unique", null), stepIndex: null },
});

export const retention = (born: Json, returned: Json): Json => ({
  type: "metric",
  behavior: {
    type: "retention",
    resourceType: "events",
    behaviors: [born, returned],
    retentionUnit: "day",
    retentionAlignmentType: "birth",
    retentionCustomBucketSizes: [],
    filters: [],
  },
  measurement: { math: "retention_rate" },
});

export const sections = (
  chartType: string,
  show: readonly Json[],
  { filter = [], group = [] }: { filter?: readonly Json[]; group?: readonly Json[] } = {},
): Json => ({
  sections: {
    show,
    filter,
    group,
    cohorts: [],
    formula: [],
    time: [{ dateRangeType: "in the last", unit: "day", window: { unit: "day", value: 30 } }],
  },
  displayOptions: { chartType, plotStyle: "standard", analysis: "linear", value: "absolute" },
  sorting: { table: { sortBy: "column", colSortAttrs: [{ sortBy: "value", sortOrder: "desc" }] } },
  columnWidths: { bar: {} },
});

/** A flow report, which doesn't use sections. */
export const flow = (steps: readonly Json[], more: Json = {}): Json => ({
  steps: steps.map((step) => ({
    step_label: step["event"],
    bool_op: "and",
    property_filter_params_list: [],
    ...step,
  })),
  date_range: { type: "in the last", from_date: { unit: "day", value: 30 }, to_date: "$now" },
  chartType: "sankey",
  flows_merge_type: "graph",
  count_type: "unique",
  cardinality_threshold: 3,
  conversion_window: { unit: "day", value: 7 },
  anchor_position: 1,
  collapse_repeated: false,
  show_custom_events: true,
  hidden_events: [],
  exclusions: [],
  filter_by_cohort: "{}",
  group_by: [
    {
      other: {
        propertyName: "$conversion",
        propertyType: "string",
        propertyDefaultType: "string",
        resourceType: "other",
      },
    },
  ],
  version: 2,
  ...more,
});

export const stepFilter = (name: string, operand: readonly string[]): Json => ({
  property: { name, source: "properties", type: "string" },
  type: "string",
  selected_property_type: "string",
  filter: { operator: "==", operand },
});
