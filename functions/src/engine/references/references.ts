import { isObject } from "../../contract/common.js";
import { addExpression } from "./expression-references.js";
import type { References } from "./model.js";

/*
 * The definitions of saved objects are undocumented JSON. This code reads names under the keys where public clients of
 * Mixpanel have seen them, and searches below keys that it does not know.
 */

type Json = Readonly<Record<string, unknown>>;
/** Events that the properties found here belong to; null for any event. */
type Scope = readonly string[] | null;

/** Tokens that mean all events and therefore name none. */
export const allEvents = new Set(["$all_events", "$any_event", "$top_events"]);

/** Keys below which there are no names, or only names of parts of values. */
const ignoredKeys = new Set([
  "displayOptions",
  "sorting",
  "columnWidths",
  "legend",
  "time",
  "date_range",
  "dateRange",
  "metadata",
  "filterValue",
  "listItemFilters",
  "listItemGroup",
  "hidden_events",
  "goals",
]);

/** Lists whose entries each name a property. */
const propertyLists = new Set([
  "filter",
  "filters",
  "behavioralFilters",
  "property_filter_params_list",
  "where",
  "group",
  "group_by",
  "segments",
  "segment_by",
  "aggregateBy",
  "breakdowns",
]);

/** Keys by which an entry of a filter or breakdown is recognized. */
const entryMarks = ["resourceType", "filterOperator", "filterType", "propertyType", "propertyName"];

/** Deeper than any definition that a person can build. */
const maxDepth = 60;

const noReferences = (): References => ({
  events: new Set(),
  properties: [],
  userProperties: new Set(),
  cohorts: new Set(),
});

/** Finds the names in the definition (JSON or its text) of a report (`params`), cohort, custom property or metric. */
export function referencesIn(given: unknown): References {
  const found = noReferences();
  const definition = typeof given === "string" ? parseJson(given) : given;
  const main = countedEvents(definition);
  new Walk(found).visit("", definition, main.length > 0 ? main : null, 0);
  return found;
}

/** Finds the events that a definition counts, without those of its filters, exclusions and breakdowns. */
export function countedEvents(node: unknown, key = "", depth = 0): string[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(node)) return node.flatMap((item) => countedEvents(item, key, depth + 1));
  if (!isObject(node)) return [];
  const own = key === "behavior" || key === "behaviors" ? behaviorEvent(node) : stepEvent(key, node);
  if (own !== null) return [own];
  const metric = metricToken(key, node);
  if (metric !== null) return [metric];
  return [
    "sections",
    "show",
    "behavior",
    "behaviors",
    "steps",
    "referencedMetrics",
    "definition",
    "value",
  ].flatMap((name) => {
    if (name === "value" && key !== "show") return [];
    return countedEvents(node[name], name === "value" ? "behavior" : name, depth + 1);
  });
}

class Walk {
  constructor(readonly found: References) {}

  visit(key: string, node: unknown, scope: Scope, depth: number): void {
    if (depth > maxDepth || ignoredKeys.has(key)) return;
    if (key === "selector" && typeof node === "string") return addExpression(this.found, node, scope);
    if (Array.isArray(node)) {
      for (const item of node) this.#visitItem(key, item, scope, depth);
      return;
    }
    if (isObject(node)) this.#visitObject(key, node, scope, depth);
    // A flow stores its cohort as JSON text.
    else if (key === "filter_by_cohort") this.visit(key, parseJson(node), scope, depth + 1);
  }

  #visitItem(key: string, item: unknown, scope: Scope, depth: number): void {
    if (key === "exclusions" && typeof item === "string") this.#addEvent(text(item), scope);
    if (!isObject(item)) return;
    if (key === "show") {
      const events = countedEvents([item], "show");
      return this.visit(key, item, events.length > 0 ? events : scope, depth + 1);
    }
    this.visit(key, item, scope, depth + 1);
  }

  #visitObject(key: string, node: Json, scope: Scope, depth: number): void {
    let inner = scope;
    if (key === "behavior" || key === "behaviors") {
      inner = this.#addBehavior(node, scope);
      if (typeof node["property"] === "string") this.#addName(node["property"], "events", inner);
    } else if (key === "event_selector" || key === "exclusions") inner = this.#addNamedEvent(node, scope);
    else if (key === "steps") inner = this.#addEvent(stepEvent(key, node), scope);
    else if (key === "cohort" || key === "cohorts" || key === "filter_by_cohort") this.#addCohort(node);
    else if (propertyLists.has(key)) this.#addProperty(node, scope);
    else if (key === "property") this.#addNamedProperty(node, scope);
    else if (key === "composedProperties") return this.#addComposed(node, scope, depth);
    else if (key === "show") {
      this.#addEvent(metricToken(key, node), scope);
      // In the older form of a metric, its event and the property it aggregates are siblings.
      if (isObject(node["value"])) this.#addEvent(behaviorEvent(node["value"]), scope);
    } else if (key === "referencedMetrics") this.#addEvent(metricToken(key, node), scope);
    else if (key === "children") this.#addSelectorNode(node, scope);
    for (const [name, value] of Object.entries(node)) {
      if (name === "filterValue") this.#addFilterCohorts(value);
      // Already read above, together with its siblings.
      else if (name === "event" && !isObject(value)) continue;
      else this.visit(name, value, inner, depth + 1);
    }
  }

  #addEvent(name: string | null, scope: Scope): Scope {
    if (name === null) return scope;
    if (!allEvents.has(name)) this.found.events.add(name);
    return [name];
  }

  #addBehavior(node: Json, scope: Scope): Scope {
    if (node["type"] === "cohort") this.#addCohort(node);
    const own = behaviorEvent(node);
    if (own !== null) return this.#addEvent(own, scope);
    const { event } = node;
    // A filter or breakdown by how often people did something.
    if (isObject(event)) return this.#addEvent(text(event["value"]) ?? text(event["name"]), scope);
    if (typeof event === "string") return this.#addEvent(event, scope);
    const parts = countedEvents(node["behaviors"], "behaviors");
    return parts.length > 0 ? parts : scope;
  }

  #addNamedEvent(node: Json, scope: Scope): Scope {
    const { event } = node;
    return this.#addEvent(
      isObject(event) ? (text(event["value"]) ?? text(event["name"])) : text(event),
      scope,
    );
  }

  /** Adds the property of a filter or breakdown entry, in any of the forms that reports, flows and cohorts use. */
  #addProperty(node: Json, scope: Scope): void {
    const id = idOf(node["customPropertyId"]);
    if (id !== null) this.found.properties.push({ events: scope, name: null, id });
    if (node["customProperty"] !== undefined || node["behavior"] !== undefined || id !== null) return;
    if (Array.isArray(node["cohorts"])) return;
    if (isObject(node["property"])) return;
    const name = text(node["propertyName"]) ?? text(node["value"]);
    const isEntry = entryMarks.some((mark) => node[mark] !== undefined);
    if (name !== null && isEntry) this.#addName(name, text(node["resourceType"]), scope);
    // The flat form that flows use.
    else if (typeof node["property"] === "string") this.#addName(node["property"], "events", scope);
    else for (const part of Object.values(node)) if (isObject(part)) this.#addNested(part, scope);
  }

  /** Adds the property of a flow's breakdown, which is nested under the name of its kind. */
  #addNested(node: Json, scope: Scope): void {
    const name = text(node["propertyName"]);
    if (name !== null) this.#addName(name, text(node["resourceType"]), scope);
  }

  /** Adds an aggregated property, `{name, resourceType}`, or that of a step's filter, `{name, source}`. */
  #addNamedProperty(node: Json, scope: Scope): void {
    const id = idOf(node["customPropertyId"]);
    if (id !== null) this.found.properties.push({ events: scope, name: null, id });
    const name = text(node["name"]) ?? text(node["value"]);
    if (name !== null && id === null)
      this.#addName(name, text(node["resourceType"]) ?? text(node["source"]), scope);
  }

  #addComposed(node: Json, scope: Scope, depth: number): void {
    for (const input of Object.values(node)) {
      if (!isObject(input)) continue;
      const name = text(input["value"]);
      if (name !== null) this.#addName(name, text(input["resourceType"]), scope);
      else this.#addNamedProperty(input, scope);
      this.visit("behavior", input["behavior"], scope, depth + 1);
    }
  }

  /** Adds a cohort's condition on a user property, an event property or another cohort; behaviors are visited elsewhere. */
  #addSelectorNode(node: Json, scope: Scope): void {
    const value = node["value"];
    if (node["property"] === "cohort") this.#addId(value);
    else if (typeof value !== "string") return;
    else if (node["property"] === "user") this.#addName(value, "user", scope);
    else if (node["property"] === "event" || node["property"] === "properties")
      this.#addName(value, "events", scope);
    else if (node["resourceType"] !== undefined) this.#addProperty(node, scope);
  }

  #addName(name: string, resourceType: string | null, scope: Scope): void {
    if (name === "$cohorts" || name === "") return;
    switch (resourceType) {
      case "people":
      case "user":
      case "users":
      case "User":
        this.found.userProperties.add(name);
        return;
      case null:
      case "event":
      case "events":
      case "Event":
      case "properties":
        this.found.properties.push({ events: scope, name, id: null });
        return;
      default:
      // Properties of cohorts and groups, and values that a report computes, are left out.
    }
  }

  #addCohort(node: Json): void {
    this.#addId(node["id"]);
  }

  #addId(value: unknown): void {
    const id = idOf(value);
    if (id !== null) this.found.cohorts.add(id);
  }

  /** Adds the cohorts of a filter, which are in its value. */
  #addFilterCohorts(value: unknown): void {
    if (!Array.isArray(value)) return;
    for (const item of value)
      if (isObject(item) && isObject(item["cohort"])) this.visit("cohort", item["cohort"], null, 0);
  }
}

/** The event that a behavior is about, null for one that combines others. */
function behaviorEvent(node: Json): string | null {
  const { type, name, id } = node;
  if (type === "custom-event" || type === "custom_event" || (typeof name === "string" && isCustomEvent(name)))
    return typeof name === "string" && isCustomEvent(name) ? name : tokenOf("custom_event", id);
  if (node["behaviors"] !== undefined || node["behaviorType"] !== undefined) return null;
  const isLeaf = type === undefined || type === null || type === "event";
  if (!isLeaf || (node["resourceType"] ?? "events") !== "events") return null;
  return text(name);
}

function stepEvent(key: string, node: Json): string | null {
  if (key !== "steps") return null;
  return tokenOf("custom_event", node["custom_event"]) ?? text(node["event"]);
}

/** The token of a metric that is stored elsewhere: its clause has an id and no definition of its own. */
const metricToken = (key: string, node: Json): string | null =>
  (key === "show" || key === "referencedMetrics") && node["behavior"] === undefined
    ? tokenOf("metric", node["id"])
    : null;

const isCustomEvent = (name: string): boolean => /^\$custom_event:\d+$/.test(name);

function tokenOf(kind: "custom_event" | "metric", value: unknown): string | null {
  const id = idOf(value);
  return id === null ? null : `$${kind}:${id}`;
}

/** Ids are numbers, or texts of digits. */
const idOf = (value: unknown): string | null =>
  typeof value === "number" && Number.isSafeInteger(value)
    ? String(value)
    : typeof value === "string" && /^\d{1,20}$/.test(value)
      ? value
      : null;

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function parseJson(value: unknown): unknown {
  if (typeof value !== "string") return null;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}

/** The names in a custom event: its events, and the properties in the expressions that select them. */
export function customEventReferences(
  alternatives: readonly { event: string; selector: string | null }[],
): References {
  const found = noReferences();
  for (const { event, selector } of alternatives) {
    if (!allEvents.has(event)) found.events.add(event);
    if (selector !== null) addExpression(found, selector, [event]);
  }
  return found;
}
