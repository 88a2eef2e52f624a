import type { Filter, ListenRequest, QueryRequest, StructuredQuery } from "./wire.js";

/**
 * Leaves out documents that lack a field that the query orders by or compares with `!=`, as Firestore does.
 * The engine keeps them, so the fix requires each such field to be null or not null:
 * `OR(IS_NULL f, IS_NOT_NULL f)`.
 */
function fixQuery(query: StructuredQuery): StructuredQuery {
  const needed = new Set([
    ...(query.orderBy ?? []).map(({ field }) => field?.fieldPath),
    ...unequalFields(query.where),
  ]);
  needed.delete("__name__");
  const paths = [...needed].filter((path) => path !== undefined);
  if (paths.length === 0) return query;
  const filters = [...(query.where ? [query.where] : []), ...paths.map(exists)];
  return { ...query, where: { compositeFilter: { op: "AND", filters } } };
}

export function fixQueryRequest<T extends QueryRequest>(request: T): T {
  const { structuredQuery: plain, structuredAggregationQuery: aggregation } = request;
  if (plain) return { ...request, structuredQuery: fixQuery(plain) };
  if (!aggregation?.structuredQuery) return request;
  const structuredQuery = fixQuery(aggregation.structuredQuery);
  return { ...request, structuredAggregationQuery: { ...aggregation, structuredQuery } };
}

export function fixListenRequest(request: ListenRequest): ListenRequest {
  const query = request.addTarget?.query;
  if (!query?.structuredQuery) return request;
  const structuredQuery = fixQuery(query.structuredQuery);
  return { ...request, addTarget: { ...request.addTarget, query: { ...query, structuredQuery } } };
}

function unequalFields(filter: Filter | undefined): string[] {
  const { compositeFilter, fieldFilter } = filter ?? {};
  if (fieldFilter?.op === "NOT_EQUAL") return [fieldFilter.field.fieldPath];
  return (compositeFilter?.filters ?? []).flatMap(unequalFields);
}

const exists = (fieldPath: string): Filter => ({
  compositeFilter: {
    op: "OR",
    filters: ["IS_NULL", "IS_NOT_NULL"].map((op) => ({ unaryFilter: { op, field: { fieldPath } } })),
  },
});
