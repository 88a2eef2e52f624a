import { addDays, type Day } from "../days.js";
import type { DatasetSize } from "../dataset.js";
import {
  by,
  byCustomProperty,
  customEventStep,
  eventStep,
  flow,
  formula,
  funnel,
  inCohort,
  type Json,
  metric,
  retention,
  sections,
  stepFilter,
  where,
} from "./clauses.js";

export const savedLists = [
  "bookmarks",
  "dashboards",
  "cohorts",
  "custom_events",
  "custom_properties",
  "metrics",
  "alerts",
] as const;
export type SavedList = (typeof savedLists)[number];
export type SavedObjects = Record<SavedList, Json[]>;

export type Annotation = { id: number; date: string; description: string; user: Json | null };

const analyticsTeam = {
  creator_id: 1,
  creator_name: "Analytics team",
  creator_email: "analytics@demoshop.dev",
};
const paymentsTeam = { creator_id: 2, creator_name: "Payments team", creator_email: "payments@demoshop.dev" };
const growthTeam = { creator_id: 3, creator_name: "Growth team", creator_email: "growth@demoshop.dev" };

const [health, payments, growth, search] = [7001, 7002, 7003, 7004];
const purchaseIntent = 501;
const basketSize = 601;
const bigSpenders = 801;
const revenue = 901;

/** `team` made it, and `on` is its dashboard. */
type Report = { id: number; type?: string; name: string; team: Json; on: number | null; views: number };

/**
 * What the demo shop's team has saved. Some of it uses events and properties that the planted faults break.
 */
export function savedObjectsOf(size: DatasetSize, anchor: Day): SavedObjects {
  if (size !== "demo")
    return Object.fromEntries(savedLists.map((list) => [list, [] as Json[]])) as SavedObjects;
  const at = (daysAgo: number) => `${addDays(anchor, -daysAgo)}T09:30:00`;
  const dashboard = (id: number, title: string, creator: Json, views: number, daysAgo: number): Json => ({
    ...creator,
    id,
    title,
    description: "",
    created: at(400),
    modified: at(daysAgo),
    total_view_count: views,
    unique_view_count: Math.ceil(views / 9),
    is_private: false,
    layout_version: "2.0.0",
    filters: [],
    breakdowns: [],
  });
  const report = ({ id, type = "insights", name, team, on, views }: Report, params: Json): Json => ({
    ...team,
    id,
    type,
    original_type: type,
    name,
    params,
    description: "",
    dashboard_id: on,
    dashboard: on === null ? null : { id: on },
    created: at(300),
    modified: at(id % 60),
    total_view_count: views,
    unique_view_count: Math.ceil(views / 7),
    include_in_dashboard: on !== null,
    generation_type: "User Created",
    icon: null,
    metadata: null,
  });
  return {
    dashboards: [
      dashboard(health, "Checkout health", analyticsTeam, 214, 3),
      dashboard(payments, "Payments weekly", paymentsTeam, 61, 12),
      dashboard(growth, "Growth", growthTeam, 148, 5),
      { ...dashboard(search, "Search and browse", paymentsTeam, 97, 8), breakdowns: [by("$os")] },
    ],
    bookmarks: [
      report(
        { id: 3001, name: "Checkouts by device", on: health, team: analyticsTeam, views: 120 },
        sections("line", [metric([eventStep("Checkout Started")], "unique")], { group: [by("$os")] }),
      ),
      report(
        { id: 3002, name: "Payment methods", on: payments, team: paymentsTeam, views: 44 },
        sections("bar", [metric([eventStep("Payment Info Added")])], { group: [by("payment_method")] }),
      ),
      report(
        {
          id: 3003,
          type: "funnels",
          name: "Cart to order, by payment method",
          on: growth,
          team: growthTeam,
          views: 38,
        },
        sections(
          "funnel-steps",
          [
            funnel(
              [
                eventStep("Cart Viewed"),
                eventStep("Checkout Started"),
                eventStep("Payment Info Added", [where("payment_method", ["card"])]),
                eventStep("Order Completed"),
              ],
              ["Order Cancelled"],
            ),
          ],
          { group: [by("signup_channel", "people")] },
        ),
      ),
      report(
        { id: 3004, name: "Search success rate", on: search, team: paymentsTeam, views: 77 },
        sections(
          "line",
          [
            formula("Success rate", "(B / A) * 100", [
              metric([eventStep("Search Performed")], "unique"),
              metric([eventStep("Search Result Clicked")], "unique"),
            ]),
          ],
          { filter: [inCohort(bigSpenders, "Big spenders")] },
        ),
      ),
      report(
        { id: 3005, name: "How lists are sorted", on: search, team: paymentsTeam, views: 19 },
        sections("pie", [metric([eventStep("Product List Filtered")])], { group: [by("sort_order")] }),
      ),
      report(
        { id: 3006, type: "flows", name: "After a coupon", on: growth, team: growthTeam, views: 9 },
        flow([
          {
            event: "Coupon Applied",
            forward: 3,
            property_filter_params_list: [stepFilter("coupon_code", ["WELCOME"])],
          },
        ]),
      ),
      report(
        {
          id: 3007,
          type: "retention",
          name: "Buyers who come back",
          on: growth,
          team: analyticsTeam,
          views: 56,
        },
        sections("retention-curve", [
          retention(eventStep("Order Completed"), customEventStep(purchaseIntent)),
        ]),
      ),
      report(
        { id: 3008, name: "Shipping methods by basket", on: health, team: analyticsTeam, views: 31 },
        sections("table", [metric([eventStep("Shipping Info Added")])], {
          group: [by("shipping_method"), byCustomProperty(basketSize)],
        }),
      ),
      report(
        { id: 3009, name: "Revenue", on: payments, team: paymentsTeam, views: 88 },
        sections("line", [{ type: "metric", id: revenue }], { filter: [where("currency", ["USD"])] }),
      ),
      report(
        { id: 3010, name: "Old test of mine", on: null, team: growthTeam, views: 0 },
        sections("line", [metric([eventStep("$all_events")])]),
      ),
    ],
    cohorts: [
      {
        id: bigSpenders,
        name: "Big spenders",
        description: "Three orders in 30 days",
        created_by: { id: 2, name: "Payments team" },
        last_edited: at(20),
        selector: {
          operator: "and",
          children: [
            { property: "behaviors", value: "bhvr_0", operator: ">=", operand: 3 },
            {
              property: "user",
              value: "signup_channel",
              operator: "==",
              operand: "referral",
              type: "string",
            },
          ],
        },
        behaviors: {
          bhvr_0: {
            count: { event_selector: { event: "Order Completed", selector: null }, type: "absolute" },
            window: { unit: "day", value: 30 },
          },
        },
      },
      {
        id: 802,
        name: "Reads about sales",
        description: "",
        created_by: { id: 3, name: "Growth team" },
        last_edited: at(50),
        groups: [
          {
            type: "cohort_group",
            filters: [where("newsletter_topic", ["sales"], "people")],
            filtersOperator: "and",
            behavioralFilters: [],
            behavioralFiltersOperator: "and",
            groupingOperator: "and",
          },
        ],
      },
    ],
    custom_events: [
      {
        id: purchaseIntent,
        name: "Purchase intent",
        alternatives: [
          { event: "Product Added To Cart", serialized: 'properties["stock_status"] == "in_stock"' },
          { event: "Wishlist Item Added" },
        ],
        user_id: 1,
      },
    ],
    custom_properties: [
      {
        customPropertyId: basketSize,
        name: "Basket size",
        resourceType: "events",
        propertyType: "string",
        displayFormula: 'IF(A > 100, "large", "small")',
        composedProperties: { A: { value: "order_value", type: "number", resourceType: "event" } },
      },
    ],
    metrics: [
      {
        id: revenue,
        name: "Revenue",
        ...paymentsTeam,
        definition: metric([eventStep("Order Completed")], "sum", "order_value"),
      },
    ],
    alerts: [
      {
        id: 4001,
        name: "Checkouts are down",
        ...analyticsTeam,
        bookmark_id: 3001,
        frequency: 86_400,
        paused: false,
        modified: at(90),
      },
    ],
  };
}

/** Annotations on the timeline, one of them on the day on which the first planted faults begin. */
export const annotationsOf = (size: DatasetSize, anchor: Day): Annotation[] =>
  size === "demo"
    ? [
        { id: 1, date: `${addDays(anchor, -40)} 00:00:00`, description: "Autumn sale", user: null },
        {
          id: 2,
          date: `${addDays(anchor, -2)}T10:00:00-05:00`,
          description: "Checkout v2 live",
          user: { id: 3, first_name: "Growth", last_name: "team" },
        },
      ]
    : [];
