import { deleteApp, initializeApp } from "firebase-admin/app";
import { getFirestore } from "firebase-admin/firestore";
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { firestoreBilling } from "../../src/adapters/firestore/billing-repository.js";
import { firestoreRateLimiter } from "../../src/adapters/firestore/rate-limiter.js";
import { firestoreRuns } from "../../src/adapters/firestore/run-repository.js";
import { firestoreUsers } from "../../src/adapters/firestore/user-repository.js";
import { describeBillingRepository } from "../../src/testing/suites/billing-suite.js";
import { newWorkspaceId } from "../../src/testing/tenants.js";
import { FixedClock } from "../../src/testing/fixed-clock.js";
import { billingWorld } from "../billing/world.js";
import { eventually } from "../eventually.js";

const app = initializeApp({ projectId: "demo-plumbline" }, randomUUID());
const db = getFirestore(app);
afterAll(() => deleteApp(app));

const repositories = () => ({
  billing: firestoreBilling(db),
  runs: firestoreRuns(db),
  users: firestoreUsers(db),
  rateLimiter: firestoreRateLimiter(db, new FixedClock("2026-01-31T12:00:00.000Z")),
});

describeBillingRepository("Firestore", async () => {
  const prefix = randomUUID();
  return { ...repositories(), own: (id) => `${id}-${prefix}` };
});

describe("an account in Firestore, with Stripe", () => {
  it("goes from the free run through payment and its bill back to free, with each event sent twice", async () => {
    const world = await billingWorld({ repositories: repositories() });
    const workspaceId = newWorkspaceId();
    const shows = (path: string, expected: object) =>
      eventually(async () => expect((await world.get(workspaceId, path)).body).toMatchObject(expected));
    const becomes = (expected: object) => shows("status", expected);
    const moveTo = async (instant: string) => {
      world.clock.set(instant);
      await world.tick();
    };
    try {
      await world.stripe.webhooks({ duplicate: 1, shuffleMs: 100 });
      await world.endRun(workspaceId, "free", 5);
      await becomes({ status: "free_quota_exhausted", hasPaymentMethod: false });
      await world.payWith(workspaceId);
      await becomes({ status: "active", hasPaymentMethod: true });
      await world.endRun(workspaceId, "second", 11_000);
      await becomes({ totalUsage: 11_000 });
      await moveTo("2026-02-28T13:00:00Z");
      await shows("summary", { paymentHistory: [{ amount: 10_000, status: "paid" }] });
      await world.post(workspaceId, "cancel");
      await moveTo("2026-03-31T13:00:00Z");
      await becomes({ status: "free_quota_exhausted", hasPaymentMethod: false, cancelAt: null });
      expect(Object.keys((await world.state()).subscriptions)).toHaveLength(1);
    } finally {
      await world.close();
    }
  });
});
