import { randomUUID } from "node:crypto";
import { expiredTransaction } from "./status.js";
import type { QueryRequest, Selector, Timestamp, TransactionOptions } from "./wire.js";

/** A query a transaction has made, and the documents it found, to notice phantoms. */
export interface QueryRead {
  readonly request: QueryRequest;
  readonly found: readonly string[];
}

/** An open transaction: optimistic, so it holds no lock and a dead client holds up nobody. */
export class Transaction {
  readonly id = Buffer.from(randomUUID());
  readonly readOnly: boolean;
  /** Version of the database at which each document was first read, by relative path. */
  readonly reads = new Map<string, number>();
  readonly queries: QueryRead[] = [];
  readonly #startedAt = Date.now();
  #touchedAt = Date.now();
  #readTime: Timestamp | undefined;

  constructor(options: TransactionOptions | undefined) {
    this.readOnly = options?.readOnly !== undefined;
    this.#readTime = options?.readOnly?.readTime;
  }

  touch(): void {
    this.#touchedAt = Date.now();
  }

  noteRead(path: string, version: number): void {
    if (!this.reads.has(path)) this.reads.set(path, version);
  }

  /** A read-only transaction sees the database as it was at its first read. */
  get readTime(): Timestamp {
    const now = Date.now();
    this.#readTime ??= { seconds: String(Math.floor(now / 1000)), nanos: (now % 1000) * 1e6 };
    return this.#readTime;
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

  /** @throws StatusError when it is not open */
  get(id: Buffer): Transaction {
    const transaction = this.#open.get(Buffer.from(id).toString());
    if (!transaction) throw expiredTransaction();
    transaction.touch();
    return transaction;
  }

  /** Takes it off the table, whether it then commits or not. */
  end(id: Buffer): Transaction {
    const transaction = this.get(id);
    this.#open.delete(transaction.id.toString());
    return transaction;
  }

  /** The transaction a read belongs to. The client begins one lazily, with its first read. */
  of(request: Selector): { transaction?: Transaction; isNew: boolean } {
    if (request.newTransaction) return { transaction: this.begin(request.newTransaction), isNew: true };
    if (request.transaction?.length) return { transaction: this.get(request.transaction), isNew: false };
    return { isNew: false };
  }

  forgetOld(now: number): void {
    for (const [id, transaction] of this.#open) if (transaction.isForgotten(now)) this.#open.delete(id);
  }
}
