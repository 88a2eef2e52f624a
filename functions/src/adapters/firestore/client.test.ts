import type { Firestore } from "firebase-admin/firestore";
import { expect, it } from "vitest";
import { retryingClosed } from "./client.js";

const failure = (code: number, message: string) => Object.assign(new Error(message), { code });
const closed = failure(3, "3 INVALID_ARGUMENT: Transaction is invalid or closed.");
const malformed = failure(3, "3 INVALID_ARGUMENT: Property name is empty.");

it.each([
  ["is retried after it was closed", [closed, closed], "done", 3],
  ["is given up after five attempts", Array<Error>(9).fill(closed), closed, 5],
  ["fails at once for any other reason", [malformed], malformed, 1],
])("a transaction %s", async (_name, failures, outcome, attempts) => {
  let calls = 0;
  const db = retryingClosed({
    runTransaction: async () => {
      const error = failures[calls++];
      if (error) throw error;
      return "done";
    },
  } as unknown as Firestore);
  const result = await db.runTransaction(async () => "unused").catch((error: unknown) => error);
  expect([result, calls]).toEqual([outcome, attempts]);
});
