import type { Query } from "firebase-admin/firestore";

/** In the format of firestore.indexes.json. */
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
/** The index a query needs beyond automatic ones: none, a composite index, or a single-field one. */
export type Need =
  | { kind: "none" }
  | { kind: "composite"; index: CompositeIndex }
  | { kind: "field"; override: FieldOverride };

/** The parts of a query's wire format that determine its index. */
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
 * Returns the index that serves a query, by Firestore's rules: equalities first, then the order. In a collection, a
 * single field needs none, because Firestore indexes each field in both directions. In a collection group, nothing is
 * indexed automatically. A sum is computed from the index alone, so the index must also contain the summed field.
 * @param summed the field that an aggregation sums, if any
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
  // A range without an explicit order is ordered by its own field.
  const implied = [...new Set(ranges)].map((fieldPath) => ({ fieldPath, order: "ASCENDING" as const }));
  const named = explicit.length > 0 ? explicit : implied;
  // Every index ends with the document name, in the direction of its last field.
  const name = orders.find(({ fieldPath }) => fieldPath === "__name__");
  if (name && named.length > 0 && name.order !== named.at(-1)!.order)
    throw new Error(
      "The order of the document name differs from the last field's. Write this index by hand.",
    );
  for (const field of ranges)
    if (named[0]?.fieldPath !== field)
      throw new Error(`A query with a range over ${field} must be ordered by it first.`);
  const fields = [
    ...[...equal].sort().map((fieldPath) => ({ fieldPath, order: "ASCENDING" as const })),
    ...named,
    ...(summed === undefined ? [] : [{ fieldPath: summed, order: "ASCENDING" as const }]),
  ];
  // Queries with only equalities are served by merging single-field indexes.
  if (fields.length === 0 || (named.length === 0 && summed === undefined && queryScope === "COLLECTION"))
    return { kind: "none" };
  if (fields.length > 1)
    return { kind: "composite", index: { collectionGroup: collectionId, queryScope, fields } };
  if (queryScope === "COLLECTION") return { kind: "none" };
  const [{ fieldPath, order }] = fields as [CompositeIndex["fields"][number]];
  return {
    kind: "field",
    // An override replaces the automatic indexes, so it repeats them.
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

/** The SDK's own conversion, which isn't part of its types. */
const wireOf = (query: Query): Wire =>
  (query as unknown as { toProto(): { structuredQuery: Wire } }).toProto().structuredQuery;

const leaves = (filter: Filter | undefined): { field: string; op: string }[] => {
  if (!filter) return [];
  if (filter.compositeFilter) return filter.compositeFilter.filters.flatMap(leaves);
  if (filter.unaryFilter) return [{ field: plain(filter.unaryFilter.field.fieldPath), op: "UNARY" }];
  return [{ field: plain(filter.fieldFilter!.field.fieldPath), op: filter.fieldFilter!.op }];
};

const plain = (fieldPath: string): string => fieldPath.replaceAll("`", "");
