import { type Firestore, Query } from "firebase-admin/firestore";
import { z } from "zod";

/** What Firestore needs an index for. */
export type NeededIndex = {
  collectionGroup: string;
  queryScope: "COLLECTION" | "COLLECTION_GROUP";
  /** Equalities sorted by name, then the sort order. */
  fields: { fieldPath: string; order: "ASCENDING" | "DESCENDING" }[];
};

const named = z.object({ field: z.object({ fieldPath: z.string() }) });
const fieldFilter = z.object({ fieldFilter: named.extend({ op: z.string() }) });
const structuredQuery = z.object({
  from: z.array(z.object({ collectionId: z.string(), allDescendants: z.boolean().optional() })).min(1),
  where: z
    .union([fieldFilter, z.object({ compositeFilter: z.object({ filters: z.array(fieldFilter) }) })])
    .nullish(),
  orderBy: z.array(named.extend({ direction: z.enum(["ASCENDING", "DESCENDING"]) })).nullish(),
});

/**
 * Runs `ask` with a Firestore whose queries find nothing and go nowhere, and tells which indexes they need beyond
 * those that every field has by itself.
 */
export async function neededIndexes(db: Firestore, ask: () => Promise<unknown>): Promise<NeededIndex[]> {
  const needed: NeededIndex[] = [];
  const empty = { docs: [], empty: true, size: 0, data: () => ({}), exists: false, get: () => undefined };
  const record = async (asked: unknown) => {
    if (asked instanceof Query) needed.push(...indexesOf(asked));
    return empty;
  };
  const prototype = Query.prototype;
  const { get } = prototype;
  const { runTransaction } = db;
  prototype.get = function (this: Query) {
    return record(this) as never;
  };
  db.runTransaction = ((work: (tx: unknown) => unknown) => work({ get: record })) as never;
  try {
    await ask();
  } finally {
    prototype.get = get;
    db.runTransaction = runTransaction;
  }
  return needed;
}

function indexesOf(query: Query): NeededIndex[] {
  // What the client would send; the method is the client's own and not in its published types.
  const sent = (query as unknown as { toProto(): { structuredQuery: unknown } }).toProto();
  const { from, where, orderBy } = structuredQuery.parse(sent.structuredQuery);
  const filters = !where ? [] : "fieldFilter" in where ? [where] : where.compositeFilter.filters;
  const equalities = filters
    .filter(({ fieldFilter: { op } }) => op === "EQUAL")
    .map(({ fieldFilter }) => fieldFilter.field.fieldPath)
    .sort();
  const inequalities = filters
    .filter(({ fieldFilter: { op } }) => !["EQUAL", "IN"].includes(op))
    .map(({ fieldFilter }) => fieldFilter.field.fieldPath);
  const order = (orderBy ?? [])
    .filter(({ field }) => field.fieldPath !== "__name__")
    .map(({ field, direction }) => ({ fieldPath: field.fieldPath, order: direction }));
  const sorted = new Set(order.map(({ fieldPath }) => fieldPath));
  const fields = [
    ...equalities.map((fieldPath) => ({ fieldPath, order: "ASCENDING" as const })),
    ...[...new Set(inequalities)]
      .filter((fieldPath) => !sorted.has(fieldPath))
      .map((fieldPath) => ({ fieldPath, order: "ASCENDING" as const })),
    ...order,
  ];
  const { collectionId, allDescendants } = from[0]!;
  const isServedByItself =
    allDescendants !== true && (fields.length < 2 || fields.length === equalities.length);
  if (isServedByItself) return [];
  return [
    { collectionGroup: collectionId, queryScope: allDescendants ? "COLLECTION_GROUP" : "COLLECTION", fields },
  ];
}
