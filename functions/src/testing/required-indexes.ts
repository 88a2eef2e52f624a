import type { Query } from "firebase-admin/firestore";

/** As firestore.indexes.json writes it. */
export type CompositeIndex = {
  collectionGroup: string;
  queryScope: "COLLECTION" | "COLLECTION_GROUP";
  fields: { fieldPath: string; order: "ASCENDING" | "DESCENDING" }[];
};
export type FieldOverride = {
  collectionGroup: string;
  fieldPath: string;
  ttl?: boolean;
  indexes: { order: "ASCENDING" | "DESCENDING"; queryScope: CompositeIndex["queryScope"] }[];
};
/** What one query needs beyond what Firestore makes by itself: nothing, an index of several fields, or of one. */
export type Need =
  | { kind: "none" }
  | { kind: "composite"; index: CompositeIndex }
  | { kind: "field"; override: FieldOverride };

/** The parts of a query's wire form that decide its index. */
type Filter = {
  fieldFilter?: { field: { fieldPath: string }; op: string };
  unaryFilter?: { field: { fieldPath: string } };
  compositeFilter?: { filters: Filter[] };
};
type Wire = {
  from: { collectionId: string; allDescendants?: boolean }[];
  where?: Filter;
  orderBy?: { field: { fieldPath: string }; direction: "ASCENDING" | "DESCENDING" }[];
};

/**
 * The index that serves a query, by Firestore's rules: equalities first, then the order. One field needs none within a
 * collection, where Firestore indexes each by itself in both directions; across collections nothing comes by itself.
 * A sum is worked out from the index alone, so the field that is added up stands in it too.
 * @param summed the field that an aggregation adds up, if it is one
 * @see https://firebase.google.com/docs/firestore/query-data/index-overview
 */
export function neededIndex(query: Query, summed?: string): Need {
  const { from, where, orderBy = [] } = wireOf(query);
  const { collectionId, allDescendants } = from[0]!;
  const queryScope = allDescendants ? "COLLECTION_GROUP" : "COLLECTION";
  const filters = leaves(where);
  const isEquality = ({ op }: { op: string }) => op === "EQUAL" || op === "IN" || op === "UNARY";
  const equal = new Set(filters.filter(isEquality).map(({ field }) => field));
  const orders = orderBy
    .map(({ field, direction }) => ({ fieldPath: plain(field.fieldPath), order: direction }))
    .filter(({ fieldPath }) => !equal.has(fieldPath));
  const ranges = filters.filter((filter) => !isEquality(filter)).map(({ field }) => field);
  const explicit = orders.filter(({ fieldPath }) => fieldPath !== "__name__");
  // A range that orders by nothing orders by its own field.
  const implied = [...new Set(ranges)].map((fieldPath) => ({ fieldPath, order: "ASCENDING" as const }));
  const named = explicit.length > 0 ? explicit : implied;
  // Every index ends with the name in the direction of its last field.
  const name = orders.find(({ fieldPath }) => fieldPath === "__name__");
  if (name && named.length > 0 && name.order !== named.at(-1)!.order)
    throw new Error("Ordered by name against the last field: write this index by hand.");
  for (const field of ranges)
    if (named[0]?.fieldPath !== field)
      throw new Error(`A range over ${field} that is not ordered by it first.`);
  const fields = [
    ...[...equal].sort().map((fieldPath) => ({ fieldPath, order: "ASCENDING" as const })),
    ...named,
    ...(summed === undefined ? [] : [{ fieldPath: summed, order: "ASCENDING" as const }]),
  ];
  // Equalities alone are served by merging the indexes of single fields.
  if (fields.length === 0 || (named.length === 0 && summed === undefined && queryScope === "COLLECTION"))
    return { kind: "none" };
  if (fields.length > 1)
    return { kind: "composite", index: { collectionGroup: collectionId, queryScope, fields } };
  if (queryScope === "COLLECTION") return { kind: "none" };
  const [{ fieldPath, order }] = fields as [CompositeIndex["fields"][number]];
  return {
    kind: "field",
    // An override replaces what comes by itself, so it repeats that.
    override: {
      collectionGroup: collectionId,
      fieldPath,
      indexes: [
        { order: "ASCENDING", queryScope: "COLLECTION" },
        { order: "DESCENDING", queryScope: "COLLECTION" },
        { order, queryScope: "COLLECTION_GROUP" },
      ],
    },
  };
}

/** The SDK's own translation; it is not part of its typed surface. */
const wireOf = (query: Query): Wire =>
  (query as unknown as { toProto(): { structuredQuery: Wire } }).toProto().structuredQuery;

const leaves = (filter: Filter | undefined): { field: string; op: string }[] => {
  if (!filter) return [];
  if (filter.compositeFilter) return filter.compositeFilter.filters.flatMap(leaves);
  if (filter.unaryFilter) return [{ field: plain(filter.unaryFilter.field.fieldPath), op: "UNARY" }];
  return [{ field: plain(filter.fieldFilter!.field.fieldPath), op: filter.fieldFilter!.op }];
};

const plain = (fieldPath: string): string => fieldPath.replaceAll("`", "");
