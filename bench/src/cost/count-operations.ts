import { Firestore, Query, Transaction, WriteBatch } from "firebase-admin/firestore";
import { firestore } from "../../../functions/src/adapters/firestore/client.js";

export type Operations = { reads: number; writes: number };

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Counts documents read and written from now on, as Firestore bills them: an empty query counts as one read. */
export function countOperations(): { so(): Operations; stop(): void } {
  const count: Operations = { reads: 0, writes: 0 };
  const undo: (() => void)[] = [];
  const wrap = (prototype: object, name: string, note: (answer: unknown) => void, isAsync: boolean) => {
    const holder = prototype as Record<string, Method>;
    const original = holder[name]!;
    holder[name] = function (...args) {
      const answer = original.apply(this, args);
      if (!isAsync) note(answer);
      else void Promise.resolve(answer).then(note, () => undefined);
      return answer;
    };
    undo.push(() => (holder[name] = original));
  };
  const read = (answer: unknown) => {
    const { size } = answer as { size?: unknown };
    count.reads += typeof size === "number" ? Math.max(1, size) : Array.isArray(answer) ? answer.length : 1;
  };
  const written = () => void count.writes++;
  for (const prototype of [Query.prototype, Transaction.prototype]) wrap(prototype, "get", read, true);
  // Reading a single document also goes through `getAll`.
  for (const prototype of [Transaction.prototype, Firestore.prototype]) wrap(prototype, "getAll", read, true);
  // A sum or a count: one read for up to a thousand documents.
  wrap(Object.getPrototypeOf(firestore().collection("any").count()) as object, "get", read, true);
  // Transactions and single documents each write through their own batch.
  for (const name of ["set", "create", "update", "delete"]) wrap(WriteBatch.prototype, name, written, false);
  return { so: () => ({ ...count }), stop: () => undo.forEach((restore) => restore()) };
}
