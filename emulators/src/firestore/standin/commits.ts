import type { Database } from "./engine.js";
import type { Journal } from "./journal.js";
import { foundBy, withoutSelector } from "./reads.js";
import { aborted, invalidArgument } from "./status.js";
import type { Transaction } from "./transactions.js";
import type { CommitRequest, Write } from "./wire.js";

/** Commits, after checking that nothing the transaction has read has changed since. @throws StatusError */
export async function commit(database: Database, journal: Journal, request: CommitRequest): Promise<object> {
  if (request.transaction?.length) {
    const transaction = database.transactions.end(request.transaction);
    if (request.writes?.length) await validate(database, transaction);
  }
  // The engine applies the writes synchronously within this call, so nothing can happen between the check and
  // the writes. Only its answer comes later.
  const committed = database.client.commit(withoutSelector(request));
  journal.record(database, documentNames(request.writes ?? []));
  return (await committed)[0];
}

/** Applies writes that may fail individually. */
export async function batchWrite(
  database: Database,
  journal: Journal,
  request: CommitRequest,
): Promise<object> {
  const [response] = await database.client.batchWrite(request);
  journal.record(database, documentNames(request.writes ?? []));
  return response;
}

/**
 * Checks document versions, because two commits in the same millisecond have the same time, and runs the
 * queries again to detect phantoms.
 */
async function validate(database: Database, transaction: Transaction): Promise<void> {
  if (transaction.readOnly) throw invalidArgument("Cannot modify entities in a read-only transaction.");
  const { controller } = database;
  let checkedAt = -1;
  for (let round = 0; transaction.queries.length > 0 && checkedAt !== controller.version(); round += 1) {
    if (round === mostRounds) throw aborted();
    checkedAt = controller.version();
    for (const { request, found } of transaction.queries) {
      if ((await foundBy(database, request)).join("\n") !== found.join("\n")) throw aborted();
    }
  }
  for (const [path, version] of transaction.reads) {
    if (controller.database.getDocument(path).version > version) throw aborted();
  }
}

/**
 * Other clients may commit while the queries run again. After this many rounds the client has to start over.
 */
const mostRounds = 50;

const documentNames = (writes: readonly Write[]): string[] =>
  writes.flatMap((write) => write.update?.name ?? write.delete ?? write.transform?.document ?? []);
