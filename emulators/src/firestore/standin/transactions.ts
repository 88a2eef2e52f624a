import { randomUUID } from "node:crypto";
import { expiredTransaction } from "./status.js";
import type { QueryRequest, Selector, TransactionOptions } from "./wire.js";

/** A query that a transaction has run and the documents it found, to detect phantoms. */
export interface QueryRead {
  readonly request: QueryRequest;
  readonly found: readonly string[];
}

/** An open transaction. It is optimistic: it holds no locks, so a dead client blocks nobody. */
export class Transaction {
  readonly id = Buffer.from(randomUUID());
  /**
   * The engine can't read past states, so a read-only transaction sees each document in its state at the time
   * of the read.
   */
  readonly readOnly: boolean;
  /** The database version at which each document was first read, by relative path. */
  readonly reads = new Map<string, number>();
  readonly queries: QueryRead[] = [];
  readonly #startedAt = Date.now();
  #touchedAt = Date.now();

  constructor(options: TransactionOptions | undefined) {
    this.readOnly = options?.readOnly !== undefined;
  }

  touch(): void {
    this.#touchedAt = Date.now();
  }

  noteRead(path: string, version: number): void {
    if (!this.reads.has(path)) this.reads.set(path, version);
  }

  isForgotten(now: number): boolean {
    return now - this.#touchedAt > idleMs || now - this.#startedAt > longestMs;
  }
}

/** Firestore's own limits. */
const idleMs = 60_000;
const longestMs = 270_000;

/** The open transactions of one database. */
export class TransactionTable {
  readonly #open = new Map<string, Transaction>();

  begin(options: TransactionOptions | undefined): Transaction {
    const transaction = new Transaction(options);
    this.#open.set(transaction.id.toString(), transaction);
    return transaction;
  }

  /** @throws StatusError if it is not open */
  get(id: Buffer): Transaction {
    const transaction = this.#open.get(Buffer.from(id).toString());
    if (!transaction) throw expiredTransaction();
    transaction.touch();
    return transaction;
  }

  /** Removes a transaction from the table, whether it then commits or not. */
  end(id: Buffer): Transaction {
    const transaction = this.get(id);
    this.#open.delete(transaction.id.toString());
    return transaction;
  }

  /** The transaction that a read belongs to. The client begins one lazily, with its first read. */
  of(request: Selector): { transaction?: Transaction; isNew: boolean } {
    if (request.newTransaction) return { transaction: this.begin(request.newTransaction), isNew: true };
    if (request.transaction?.length) return { transaction: this.get(request.transaction), isNew: false };
    return { isNew: false };
  }

  forgetOld(now: number): void {
    for (const [id, transaction] of this.#open) if (transaction.isForgotten(now)) this.#open.delete(id);
  }
}
