import { randomUUID } from "node:crypto";
import { deleteApp, initializeApp } from "firebase-admin/app";
import { getFirestore, type Firestore } from "firebase-admin/firestore";
import { afterAll } from "vitest";

/** A separate Firestore for one test file, since back ends keep projects apart. */
export const projectId = () => `demo-test-${randomUUID().slice(0, 8)}`;

/** A client with its own connection, which is closed after the file's tests. */
export function connect(project: string): Firestore {
  const app = initializeApp({ projectId: project }, randomUUID());
  afterAll(() => deleteApp(app));
  return getFirestore(app);
}

const code = (error: unknown) => (error as { code?: unknown }).code;

/** The gRPC code that a promise fails with. @throws Error if it does not fail */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => "no failure",
    (error: unknown) => code(error),
  );
  if (outcome === "no failure") throw new Error("It was expected to fail.");
  return outcome;
}
