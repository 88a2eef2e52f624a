/*
 * Parameter documents of saved reports, in the forms used by Mixpanel's documentation, its app and its public clients.
 * `names` are the names that a person would find in them: "Event", "Event.property", "*.property" for a property of any
 * event, "user.property". Definitions that are stored elsewhere are in `definitions` below.
 */

type Json = Record<string, unknown>;
type Sample = {
  type: "insights" | "funnels" | "retention" | "flows";
  what: string;
  params: unknown;
  names: string[];
};

const filter = (value: string, more: Json = {}): Json => ({
  resourceType: "events",
  filterType: "string",
  defaultType: "string",
  value,
  filterValue: ["Signed Up"],
  filterOperator: "equals",
  ...more,
});
const userFilter = (value: string, more: Json = {}): Json =>
  filter(value, { resourceType: "people", ...more });
const group = (value: string, more: Json = {}): Json => ({
  value,
  propertyName: value,
  resourceType: "events",
  propertyType: "string",
  propertyDefaultType: "string",
  ...more,
});
const appGroup = (value: string, resourceType = "events"): Json => ({
  dataGroupId: null,
  dataset: "$mixpanel",
  profileType: null,
  propertyType: "string",
  resourceType,
  search: "",
  typeCast: null,
  unit: null,
  value,
});
const cohortFilter = (cohort: Json): Json => ({
  dataset: "$mixpanel",
  value: "$cohorts",
  resourceType: "events",
  filterType: "list",
  filterOperator: "contains",
  filterValue: [{ cohort }],
  propertyObjectKey: null,
});
const cohortGroup = (...cohorts: Json[]): Json => ({
  value: ["Buyers", "Not In Buyers"],
  resourceType: "events",
  propertyType: null,
  cohorts,
});
const inline = (inputs: Json, more: Json = {}): Json => ({
  displayFormula: "A * B",
  composedProperties: inputs,
  name: "",
  description: "",
  propertyType: "number",
  resourceType: "events",
  ...more,
});
const input = (value: string, resourceType = "event"): Json => ({ value, type: "number", resourceType });

/** The form of older documents and most clients: one event directly in the behavior. */
const event = (name: string, filters: Json[] = [], more: Json = {}): Json => ({
  type: "event",
  name,
  resourceType: "events",
  filtersDeterminer: "all",
  filters,
  ...more,
});
const step = (name: string, filters: Json[] = [], more: Json = {}): Json => ({
  type: "event",
  id: null,
  name,
  filters,
  filtersDeterminer: "all",
  ...more,
});
const metric = (behavior: Json, measurement: Json = { math: "total" }, more: Json = {}): Json => ({
  type: "metric",
  behavior,
  measurement,
  ...more,
});
/** The form that the app writes today. */
const simple = (steps: Json[], measurement: Json = { math: "unique" }, more: Json = {}): Json =>
  metric(
    {
      type: "simple",
      dataset: "$mixpanel",
      resourceType: "events",
      behaviors: steps,
      filters: [],
      dataGroupId: null,
    },
    { cumulative: false, perUserAggregation: null, property: null, rolling: null, ...measurement },
    { name: "Uniques of something", display: {}, ...more },
  );
const funnel = (steps: Json[], more: Json = {}, measurement: Json = {}): Json =>
  metric(
    {
      type: "funnel",
      name: "Signed Up through Order Completed",
      resourceType: "events",
      behaviors: steps,
      conversionWindowDuration: 7,
      conversionWindowUnit: "day",
      funnelOrder: "loose",
      exclusions: [],
      aggregateBy: [],
      filter: [],
      ...more,
    },
    { math: "conversion_rate_unique", property: null, stepIndex: null, ...measurement },
  );
const retention = (
  born: Json,
  back: Json,
  more: Json = {},
  measurement: Json = { math: "retention_rate" },
): Json =>
  metric(
    {
      type: "retention",
      resourceType: "events",
      behaviors: [born, back],
      retentionUnit: "day",
      retentionAlignmentType: "birth",
      retentionCustomBucketSizes: [],
      filter: [],
      ...more,
    },
    measurement,
  );
const sections = (show: unknown[], rest: Json = {}, chartType = "line"): Json => ({
  sections: {
    show,
    filter: [],
    group: [],
    formula: [],
    cohorts: [],
    time: [{ dateRangeType: "in the last", unit: "day", window: { unit: "day", value: 30 } }],
    ...rest,
  },
  displayOptions: { chartType, plotStyle: "standard", analysis: "linear", value: "absolute" },
  sorting: { bar: { sortBy: "column", colSortAttrs: [{ sortBy: "value", sortOrder: "desc" }] } },
  legend: { overrides: { "Some Event": { name: "Renamed" } } },
  columnWidths: { bar: { "Another Event": 120 } },
});
const flow = (steps: Json[], more: Json = {}): Json => ({
  steps: steps.map((one) => ({
    bool_op: "and",
    property_filter_params_list: [],
    step_label: "A label",
    ...one,
  })),
  date_range: { type: "in the last", from_date: { unit: "day", value: 30 }, to_date: "$now" },
  chartType: "sankey",
  flows_merge_type: "graph",
  count_type: "unique",
  cardinality_threshold: 3,
  conversion_window: { unit: "day", value: 7 },
  hidden_events: ["Page Viewed"],
  exclusions: [],
  filter_by_cohort: "{}",
  version: 2,
  ...more,
});
const segfilter = (name: string, source = "properties", type = "string"): Json => ({
  property: { name, source, type },
  type,
  selected_property_type: type,
  filter: { operator: "==", operand: ["Signed Up"] },
});
const behavior = (name: string, more: Json = {}): Json => ({
  aggregationOperator: "total",
  event: { label: "A label", value: name },
  filters: [],
  filtersOperator: "and",
  dateRange: { type: "in the last", window: { unit: "day", value: 30 } },
  ...more,
});
const selectorCohort: Json = {
  selector: {
    operator: "or",
    children: [
      {
        operator: "and",
        children: [
          { property: "user", value: "plan", operator: "==", operand: "premium", type: "string" },
          { property: "behaviors", value: "bhvr_0", operator: ">=", operand: 3 },
        ],
      },
      { property: "cohort", value: 12, operator: "in" },
    ],
  },
  behaviors: {
    bhvr_0: {
      count: {
        event_selector: {
          event: "Order Completed",
          selector: { operator: "and", children: [filter("amount", { filterType: "number" })] },
        },
        type: "absolute",
      },
      window: { unit: "day", value: 30 },
    },
  },
};
const selectorNames = ["user.plan", "Order Completed", "Order Completed.amount", "user.city"];

/** Definitions that are stored elsewhere: custom events, custom properties, cohorts and metrics by id. */
export const definitions: Record<
  "customEvents" | "customProperties" | "cohorts" | "metrics",
  Record<string, Json>
> = {
  customEvents: {
    "5": {
      alternatives: [
        { event: "Product Added", selector: 'properties["price"] > 10 and user["plan"] == "premium"' },
        { event: "Wishlist Added", selector: null },
      ],
    },
    "6": {
      alternatives: [
        { event: "$custom_event:5", selector: null },
        { event: "Gift Added", selector: null },
      ],
    },
    "7": {
      alternatives: [
        { event: "$custom_event:7", selector: null },
        { event: "Loop", selector: "" },
      ],
    },
  },
  customProperties: {
    "42": { composedProperties: { A: input("price"), B: input("quantity") } },
    "43": { composedProperties: { A: input("birthday", "user") } },
    "44": {
      behavior: behavior("Session Started", { property: { value: "duration", resourceType: "events" } }),
    },
    "45": { composedProperties: { A: { customPropertyId: 42 } } },
  },
  cohorts: {
    "11": selectorCohort,
    "12": {
      selector: {
        operator: "and",
        children: [{ property: "user", value: "city", operator: "==", operand: "x" }],
      },
    },
    "13": {
      groups: [
        {
          type: "cohort_group",
          filters: [userFilter("tier")],
          behavioralFilters: [
            {
              resourceType: "events",
              value: "did",
              behavior: behavior("Logged In", { filters: [filter("method")] }),
            },
          ],
          filtersOperator: "and",
        },
      ],
    },
  },
  metrics: {
    "90": metric(event("Invoice Paid", [filter("currency")]), {
      math: "sum",
      property: { name: "total", resourceType: "events" },
    }),
    "91": {
      type: "formula",
      definition: "A/B",
      referencedMetrics: [{ type: "metric", id: 90 }, metric(event("Trial Started"))],
    },
  },
};

const insights: Omit<Sample, "type">[] = [
  { what: "one event", params: sections([metric(event("Login"))]), names: ["Login"] },
  { what: "an event in the app's form", params: sections([simple([step("Login")])]), names: ["Login"] },
  {
    what: "any of two events",
    params: sections([simple([step("Login"), step("SSO Login")])]),
    names: ["Login", "SSO Login"],
  },
  { what: "two metrics", params: sections([metric(event("A1")), simple([step("B1")])]), names: ["A1", "B1"] },
  {
    what: "a breakdown",
    params: sections([simple([step("Login")])], { group: [appGroup("$os")] }),
    names: ["Login", "Login.$os"],
  },
  {
    what: "a breakdown that belongs to both metrics",
    params: sections([metric(event("A1")), metric(event("B1"))], { group: [group("country")] }),
    names: ["A1", "B1", "A1.country", "B1.country"],
  },
  {
    what: "a breakdown by user property",
    params: sections([simple([step("Login")])], { group: [appGroup("plan", "people")] }),
    names: ["Login", "user.plan"],
  },
  {
    what: "a filter of one metric only",
    params: sections([metric(event("A1", [filter("country")])), metric(event("B1"))]),
    names: ["A1", "B1", "A1.country"],
  },
  {
    what: "a filter on the step",
    params: sections([simple([step("A1", [filter("country")]), step("B1")])]),
    names: ["A1", "B1", "A1.country"],
  },
  {
    what: "a filter of the whole report",
    params: sections([simple([step("A1")])], { filter: [filter("country")] }),
    names: ["A1", "A1.country"],
  },
  {
    what: "a user filter",
    params: sections([simple([step("A1")])], { filter: [userFilter("email")] }),
    names: ["A1", "user.email"],
  },
  {
    what: "an aggregated property",
    params: sections([
      metric(event("Order"), {
        math: "average",
        property: { name: "amount", type: "number", resourceType: "events" },
      }),
    ]),
    names: ["Order", "Order.amount"],
  },
  {
    what: "an aggregated user property",
    params: sections([
      simple([step("Order")], { math: "sum", property: { name: "credit", resourceType: "people" } }),
    ]),
    names: ["Order", "user.credit"],
  },
  {
    what: "a formula over the metrics above it",
    params: sections([
      metric(event("Sign Up"), { math: "unique" }, { isHidden: true }),
      metric(event("Purchase"), { math: "unique" }, { isHidden: true }),
      { type: "formula", name: "Login", definition: "(B / A) * 100", measurement: {}, referencedMetrics: [] },
    ]),
    names: ["Sign Up", "Purchase"],
  },
  {
    what: "a formula with metrics of its own",
    params: sections([
      {
        type: "formula",
        name: "Rate",
        definition: "B/A",
        referencedMetrics: [simple([step("A1", [filter("x")])]), simple([step("B1")])],
      },
    ]),
    names: ["A1", "A1.x", "B1"],
  },
  {
    what: "every event",
    params: sections([simple([step("$all_events")])], { group: [group("utm_source")] }),
    names: ["*.utm_source"],
  },
  {
    what: "a custom event by name",
    params: sections([metric(event("$custom_event:5"))]),
    names: ["Product Added", "Wishlist Added", "Product Added.price", "user.plan"],
  },
  {
    what: "a custom event by id, with its label",
    params: sections([simple([step("Intent", [], { type: "custom-event", id: 5 })])]),
    names: ["Product Added", "Wishlist Added", "Product Added.price", "user.plan"],
  },
  {
    what: "a custom event of custom events, with a breakdown",
    params: sections([simple([step("$custom_event:6", [], { type: "custom-event", id: 6 })])], {
      group: [group("color")],
    }),
    names: [
      "Product Added",
      "Wishlist Added",
      "Gift Added",
      "Product Added.price",
      "user.plan",
      "Product Added.color",
      "Wishlist Added.color",
      "Gift Added.color",
    ],
  },
  {
    what: "a custom event that contains itself",
    params: sections([simple([step("$custom_event:7")])]),
    names: ["Loop"],
  },
  {
    what: "a custom event that is gone",
    params: sections([simple([step("$custom_event:999"), step("A1")])]),
    names: ["A1"],
  },
  {
    what: "a saved custom property as a breakdown",
    params: sections([simple([step("Order")])], {
      group: [{ ...appGroup(""), value: null, customPropertyId: 42 }],
    }),
    names: ["Order", "Order.price", "Order.quantity"],
  },
  {
    what: "a saved custom property of users",
    params: sections([simple([step("Order")])], {
      filter: [{ ...filter(""), value: null, customPropertyId: 43 }],
    }),
    names: ["Order", "user.birthday"],
  },
  {
    what: "a custom property of a custom property",
    params: sections([simple([step("Order")])], {
      group: [{ customPropertyId: 45, value: null, resourceType: "events" }],
    }),
    names: ["Order", "Order.price", "Order.quantity"],
  },
  {
    what: "a custom property that counts another event",
    params: sections([simple([step("Order")])], {
      group: [{ customPropertyId: 44, value: null, resourceType: "people" }],
    }),
    names: ["Order", "Session Started", "Session Started.duration"],
  },
  {
    what: "a property defined in the report",
    params: sections([
      metric(event("Order"), {
        math: "sum",
        property: {
          name: "",
          resourceType: "events",
          customProperty: inline({ A: input("price"), B: input("quantity") }),
        },
      }),
    ]),
    names: ["Order", "Order.price", "Order.quantity"],
  },
  {
    what: "a filter by a property defined in the report",
    params: sections([simple([step("Order")])], {
      filter: [filter("", { value: null, customProperty: inline({ A: input("age", "user") }) })],
    }),
    names: ["Order", "user.age"],
  },
  {
    what: "a breakdown by how often people did something",
    params: sections([simple([step("Login")])], {
      group: [
        {
          dataset: "$mixpanel",
          resourceType: "people",
          value: "Purchase Frequency",
          propertyType: "number",
          behavior: behavior("Purchase", { behaviorType: "$frequency", filters: [filter("country")] }),
          customBucket: { bucketSize: 1, min: 0, max: 10 },
        },
      ],
    }),
    names: ["Login", "Purchase", "Purchase.country"],
  },
  {
    what: "a list of objects",
    params: sections([simple([step("Cart Viewed")])], {
      filter: [
        filter("items", {
          filterType: "object",
          filterJoinType: "list",
          listQuantifier: "any",
          listItemFilters: [filter("brand")],
        }),
      ],
      group: [
        {
          ...appGroup("items"),
          joinPropertyType: "list",
          listItemGroup: { resourceType: "event", propertyName: "brand" },
        },
      ],
    }),
    names: ["Cart Viewed", "Cart Viewed.items"],
  },
  {
    what: "a saved cohort as a filter",
    params: sections([simple([step("A1")])], {
      filter: [cohortFilter({ id: 11, name: "Login", negated: false })],
    }),
    names: ["A1", ...selectorNames],
  },
  {
    what: "a cohort defined in the report",
    params: sections([simple([step("A1")])], {
      group: [cohortGroup({ name: "Buyers", negated: false, raw_cohort: selectorCohort })],
    }),
    names: ["A1", ...selectorNames],
  },
  {
    what: "saved cohorts as a breakdown",
    params: sections([simple([step("A1")])], {
      group: [cohortGroup({ id: 13, name: "T", groups: [] }, { id: 13, name: "T", negated: true })],
    }),
    names: ["A1", "user.tier", "Logged In", "Logged In.method"],
  },
  {
    what: "the size of a cohort",
    params: sections([
      metric(
        { type: "cohort", resourceType: "cohorts", name: "Power Users", id: 12, dataset: "$mixpanel" },
        { math: "unique" },
      ),
    ]),
    names: ["user.city"],
  },
  {
    what: "a saved metric",
    params: sections([{ type: "metric", id: 90 }]),
    names: ["Invoice Paid", "Invoice Paid.currency", "Invoice Paid.total"],
  },
  {
    what: "a saved metric with a filter of the report and a property of its own",
    params: sections(
      [
        {
          type: "metric",
          id: 90,
          overrides: { measurement: { property: { name: "tax", resourceType: "events" } } },
        },
      ],
      { filter: [filter("region")] },
    ),
    names: [
      "Invoice Paid",
      "Invoice Paid.currency",
      "Invoice Paid.total",
      "Invoice Paid.tax",
      "Invoice Paid.region",
    ],
  },
  {
    what: "a saved formula over a saved metric",
    params: sections([{ type: "formula", id: 91 }]),
    names: ["Invoice Paid", "Invoice Paid.currency", "Invoice Paid.total", "Trial Started"],
  },
  {
    what: "the form before behaviors",
    params: sections(
      [{ math: "total", resourceType: "events", value: { name: "Login", resourceType: "events" } }],
      { group: [{ resourceType: "events", propertyType: "string", value: "browser" }] },
    ),
    names: ["Login", "Login.browser"],
  },
  {
    what: "text instead of JSON",
    params: JSON.stringify(sections([simple([step("Login")])])),
    names: ["Login"],
  },
  {
    what: "names that look like keys",
    params: sections([simple([step("filter", [filter("value")]), step("__proto__")])]),
    names: ["filter", "filter.value", "__proto__"],
  },
];

const funnels: Omit<Sample, "type">[] = [
  {
    what: "two steps",
    params: sections([funnel([step("A1"), step("B1")])], {}, "funnel-steps"),
    names: ["A1", "B1"],
  },
  {
    what: "a filter on a step",
    params: sections([funnel([step("A1", [filter("x")]), step("B1")])]),
    names: ["A1", "A1.x", "B1"],
  },
  {
    what: "exclusions",
    params: sections(
      [funnel([step("A1"), step("B1")], { exclusions: [{ event: "Logout", steps: { from: 1, to: 2 } }] })],
      { group: [group("x")] },
    ),
    names: ["A1", "B1", "Logout", "A1.x", "B1.x"],
  },
  {
    what: "held constant",
    params: sections([
      funnel([step("A1"), step("B1")], {
        aggregateBy: [
          { value: "order_id", resourceType: "events" },
          { value: "org", resourceType: "people" },
        ],
      }),
    ]),
    names: ["A1", "B1", "A1.order_id", "B1.order_id", "user.org"],
  },
  {
    what: "an aggregated property",
    params: sections([
      funnel(
        [step("A1"), step("B1")],
        {},
        { math: "average", property: { name: "amount", type: "number", resourceType: "events" } },
      ),
    ]),
    names: ["A1", "B1", "A1.amount", "B1.amount"],
  },
  {
    what: "a custom event as a step",
    params: sections([funnel([step("A1"), step("$custom_event:5", [], { type: "custom-event", id: 5 })])]),
    names: ["A1", "Product Added", "Wishlist Added", "Product Added.price", "user.plan"],
  },
  {
    what: "a step that was renamed",
    params: sections([
      funnel([step("A1", [], { renamed: "Login" }), step("B1", [], { funnelOrder: "any" })]),
    ]),
    names: ["A1", "B1"],
  },
  {
    what: "a saved funnel with its steps",
    params: sections([funnel([step("A1"), step("B1")], { id: 22, name: "saved funnel" })]),
    names: ["A1", "B1"],
  },
  {
    what: "a cohort filter",
    params: sections([funnel([step("A1"), step("B1")])], { filter: [cohortFilter({ id: 12, name: "C" })] }),
    names: ["A1", "B1", "user.city"],
  },
  {
    what: "an older funnel",
    params: {
      steps: [
        { event: "A1", bool_op: "and", property_filter_params_list: [segfilter("x")] },
        { event: "B1" },
      ],
      date_range: {},
    },
    names: ["A1", "A1.x", "B1"],
  },
  {
    what: "an older funnel with a custom event and cohorts",
    params: {
      steps: [{ custom_event: 5, custom_event_name: "Intent", event: "Intent" }, { event: "B1" }],
      filter_by_cohort: { operator: "or", children: [{ cohort: { id: 12, name: "C", negated: false } }] },
    },
    names: ["Product Added", "Wishlist Added", "Product Added.price", "user.plan", "B1", "user.city"],
  },
  {
    what: "two funnels",
    params: sections([
      funnel([step("A1"), step("B1")]),
      funnel([step("C1"), step("D1", [userFilter("tier")])]),
    ]),
    names: ["A1", "B1", "C1", "D1", "user.tier"],
  },
];

const retentions: Omit<Sample, "type">[] = [
  {
    what: "a first and a return event",
    params: sections([retention(step("A1"), step("B1"))], {}, "retention-curve"),
    names: ["A1", "B1"],
  },
  { what: "the same event twice", params: sections([retention(step("A1"), step("A1"))]), names: ["A1"] },
  {
    what: "a filter on the first event",
    params: sections([retention(step("A1", [filter("x")]), step("B1"))]),
    names: ["A1", "A1.x", "B1"],
  },
  {
    what: "a breakdown",
    params: sections([retention(step("A1"), step("B1"))], { group: [group("x")] }),
    names: ["A1", "B1", "A1.x", "B1.x"],
  },
  {
    what: "any event as the return event",
    params: sections([retention(step("A1"), step("$all_events"))], { group: [group("x")] }),
    names: ["A1", "A1.x", "*.x"],
  },
  {
    what: "an aggregated property",
    params: sections([
      retention(
        step("A1"),
        step("B1"),
        {},
        { math: "average", property: { name: "amount", resourceType: "events" } },
      ),
    ]),
    names: ["A1", "B1", "A1.amount", "B1.amount"],
  },
  {
    what: "cohorts as a breakdown",
    params: sections([retention(step("A1"), step("B1"))], { group: [cohortGroup({ id: 12, name: "C" })] }),
    names: ["A1", "B1", "user.city"],
  },
  {
    what: "a custom event",
    params: sections([retention(step("A1"), step("x", [], { type: "custom-event", id: 5 }))]),
    names: ["A1", "Product Added", "Wishlist Added", "Product Added.price", "user.plan"],
  },
  {
    what: "user filters with dates",
    params: sections([retention(step("A1"), step("B1"))], {
      filter: [
        userFilter("$created", {
          filterType: "datetime",
          filterOperator: "was in the",
          filterValue: 7,
          filterDateUnit: "day",
        }),
      ],
    }),
    names: ["A1", "B1", "user.$created"],
  },
  {
    what: "without a type",
    params: sections([
      {
        behavior: {
          type: "retention",
          behaviors: [
            { type: "event", name: "A1" },
            { type: "event", name: "B1" },
          ],
        },
        measurement: { math: "retention_rate" },
      },
    ]),
    names: ["A1", "B1"],
  },
];

const flows: Omit<Sample, "type">[] = [
  { what: "one step", params: flow([{ event: "A1", forward: 3, reverse: 0 }]), names: ["A1"] },
  {
    what: "two steps",
    params: flow([
      { event: "A1", forward: 3 },
      { event: "B1", forward: 3 },
    ]),
    names: ["A1", "B1"],
  },
  {
    what: "a filter of a step",
    params: flow([
      { event: "A1", property_filter_params_list: [segfilter("x"), segfilter("age", "user", "number")] },
      { event: "B1" },
    ]),
    names: ["A1", "A1.x", "B1", "user.age"],
  },
  {
    what: "a computed breakdown",
    params: flow([{ event: "A1" }], {
      group_by: [{ other: { propertyName: "$conversion", propertyType: "string", resourceType: "other" } }],
    }),
    names: ["A1"],
  },
  {
    what: "a breakdown by property",
    params: flow([{ event: "A1" }], {
      group_by: [{ event: { propertyName: "x", propertyType: "string", resourceType: "events" } }],
    }),
    names: ["A1", "A1.x"],
  },
  {
    what: "flat breakdowns and filters",
    params: flow([{ event: "A1" }], {
      segment_by: [{ property: "x" }],
      where: [{ property: "y", operator: "contains", value: "Login" }],
    }),
    names: ["A1", "A1.x", "A1.y"],
  },
  {
    what: "a cohort as text",
    params: flow([{ event: "A1" }], {
      filter_by_cohort: JSON.stringify({ id: 12, name: "C", negated: false }),
    }),
    names: ["A1", "user.city"],
  },
  {
    what: "a cohort defined in the flow",
    params: flow([{ event: "A1" }], {
      filter_by_cohort: { name: "", negated: false, raw_cohort: selectorCohort },
    }),
    names: ["A1", ...selectorNames],
  },
  {
    what: "exclusions in both forms",
    params: flow([{ event: "A1" }], { exclusions: ["Noise", { event: "Ping" }] }),
    names: ["A1", "Noise", "Ping"],
  },
  {
    what: "a custom event",
    params: flow([{ event: "$custom_event:5" }]),
    names: ["Product Added", "Wishlist Added", "Product Added.price", "user.plan"],
  },
  {
    what: "a step by the id of its custom event",
    params: flow([{ custom_event: 5, custom_event_name: "Login", event: null }]),
    names: ["Product Added", "Wishlist Added", "Product Added.price", "user.plan"],
  },
  {
    what: "sessions",
    params: flow([{ event: "$session_start", session_event: "start" }, { event: "A1" }]),
    names: ["$session_start", "A1"],
  },
];

export const corpus: Sample[] = [
  ...insights.map((sample) => ({ type: "insights" as const, ...sample })),
  ...funnels.map((sample) => ({ type: "funnels" as const, ...sample })),
  ...retentions.map((sample) => ({ type: "retention" as const, ...sample })),
  ...flows.map((sample) => ({ type: "flows" as const, ...sample })),
];
