import { getApps, initializeApp } from "firebase-admin/app";
import { type Firestore, getFirestore } from "firebase-admin/firestore";
import { once } from "../../common/once.js";

/** The process's only connection. Undefined fields are bugs, so they aren't silently dropped. */
export const firestore: () => Firestore = once(() => retryingClosed(getFirestore(firebaseApp())));

export const firebaseApp = once(() => getApps()[0] ?? initializeApp());

const maxAttempts = 5;
const invalidArgument = 3;

/**
 * Retries a transaction that Google's emulator has closed in favor of another one. One of its parallel reads may then fail with
 * "invalid or closed", which the client doesn't retry. Production says "has expired", which it does.
 */
export function retryingClosed(db: Firestore): Firestore {
  const run = db.runTransaction.bind(db);
  db.runTransaction = async (...transaction) => {
    for (let attempt = 1; ; attempt++)
      try {
        return await run(...transaction);
      } catch (error) {
        if (attempt === maxAttempts || !isClosed(error)) throw error;
      }
  };
  return db;
}

const isClosed = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: unknown }).code === invalidArgument &&
  error.message.includes("Transaction is invalid or closed");
