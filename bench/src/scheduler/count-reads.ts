import { DocumentReference, Query, Transaction } from "firebase-admin/firestore";

/** Counts documents read from here on, as Firestore bills them: an empty query counts as one. */
export function countReads(): { reads(): number; stop(): void } {
  let reads = 0;
  const sizeOf = (answer: unknown): number => {
    const size = (answer as { size?: unknown }).size;
    return typeof size === "number" ? Math.max(1, size) : 1;
  };
  const undo = [Query.prototype, DocumentReference.prototype, Transaction.prototype].map((prototype) => {
    const holder = prototype as unknown as { get: (...args: unknown[]) => Promise<unknown> };
    const original = holder.get;
    holder.get = async function (...args) {
      const answer = await original.apply(this, args);
      reads += sizeOf(answer);
      return answer;
    };
    return () => {
      holder.get = original;
    };
  });
  return { reads: () => reads, stop: () => undo.forEach((restore) => restore()) };
}
