import type { Database } from "./engine.js";
import { applyMask } from "./field-masks.js";
import { fixQueryRequest } from "./query-fixes.js";
import { collect } from "./streams.js";
import type { Transaction } from "./transactions.js";
import type { BatchGetRequest, QueryRequest, ReadResponse, Selector } from "./wire.js";

export async function batchGet(database: Database, request: BatchGetRequest): Promise<ReadResponse[]> {
  const { transaction, isNew } = database.transactions.of(request);
  const version = database.controller.version();
  if (transaction && !transaction.readOnly) {
    for (const name of request.documents ?? []) transaction.noteRead(database.relative(name), version);
  }
  const stream = database.client.batchGetDocuments(withoutSelector(request));
  const responses = (await collect<ReadResponse>(stream)).map((response) =>
    response.found ? { ...response, found: applyMask(response.found, request.mask) } : response,
  );
  return announce(responses, isNew ? transaction : undefined);
}

export async function runQuery(database: Database, request: QueryRequest): Promise<ReadResponse[]> {
  const fixed = fixQueryRequest(request);
  const { transaction, isNew } = database.transactions.of(fixed);
  const version = database.controller.version();
  const stream = database.client.runQuery(withoutSelector(fixed));
  const responses = await collect<ReadResponse>(stream);
  noteQuery(database, transaction, withoutSelector(fixed), documentNames(responses), version);
  return announce(responses, isNew ? transaction : undefined);
}

export async function runAggregation(database: Database, request: QueryRequest): Promise<ReadResponse[]> {
  const fixed = fixQueryRequest(request);
  const { transaction, isNew } = database.transactions.of(fixed);
  const version = database.controller.version();
  const stream = database.client.runAggregationQuery(withoutSelector(fixed));
  const responses = await collect<ReadResponse>(stream);
  if (transaction && !transaction.readOnly) {
    const plain = {
      parent: fixed.parent,
      structuredQuery: fixed.structuredAggregationQuery?.structuredQuery,
    };
    noteQuery(database, transaction, plain, await foundBy(database, plain), version);
  }
  return announce(responses, isNew ? transaction : undefined);
}

/** The names of the documents that a query finds now. */
export async function foundBy(database: Database, request: QueryRequest): Promise<string[]> {
  return documentNames(await collect<ReadResponse>(database.client.runQuery(request)));
}

function noteQuery(
  database: Database,
  transaction: Transaction | undefined,
  request: QueryRequest,
  found: readonly string[],
  version: number,
): void {
  if (!transaction || transaction.readOnly) return;
  for (const name of found) transaction.noteRead(database.relative(name), version);
  transaction.queries.push({ request, found });
}

/** If a read begins a transaction, the transaction's id is returned in the stream's first answer. */
const announce = (responses: ReadResponse[], begun: Transaction | undefined): ReadResponse[] =>
  begun ? [{ transaction: begun.id }, ...responses] : responses;

export function withoutSelector<T extends Selector>(request: T): Omit<T, keyof Selector> {
  const { transaction: _id, newTransaction: _options, consistencySelector: _which, ...rest } = request;
  return rest;
}

const documentNames = (responses: readonly ReadResponse[]): string[] =>
  responses.flatMap(({ document }) => (document ? [document.name] : []));
