import { getAuth } from "firebase-admin/auth";
import { FieldPath } from "firebase-admin/firestore";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firebaseApp, firestore } from "../../src/adapters/firestore/client.js";
import { paths } from "../../src/adapters/firestore/paths.js";
import type { WorkspaceId } from "../../src/contract/workspaces.js";
import { newUsage } from "../../src/features/billing/usage/usage-record.js";
import { deleteAccount } from "../../src/features/deletion/request-deletion.js";
import { runDeletion } from "../../src/features/deletion/run-deletion.js";
import { sweepDeletions } from "../../src/features/deletion/enqueue-deletion.js";
import { startRun } from "../../src/features/runs/lifecycle/start-run.js";
import { hourMs, minuteMs, sleep } from "../../src/common/time.js";
import { crashingAt } from "../../src/testing/crashing.js";
import { signUp, type Person } from "../abuse/world.js";
import { addFault, clearFaults, newTenantOf, runWhen, startWorker, type Worker } from "../worker.js";

/* Nothing may be left of a deleted account on the local stack: documents, files, tasks, Stripe objects, sign-in. */

let worker: Worker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker.close());

/** A person who has just logged in, by the worker's clock. */
const identityOf = ({ uid, email }: Person, { clock }: Worker["deps"]) => ({
  uid,
  email,
  isEmailVerified: true,
  displayName: null,
  signedInAt: clock.now(),
  token: null,
  ip: null,
});

/** A person with a report, files, a due setup, a paid plan with unbilled usage, tokens and an invitation. */
async function customer() {
  const person = await signUp();
  const tenant = await newTenantOf(
    worker.deps,
    person,
    { projectId: "1000008", timeZone: "UTC" },
    ["event_count_change"],
    { scheduleCron: "0 * * * *", nextRunAt: new Date(Date.now() + 2 * hourMs).toISOString() },
  );
  const { workspaceId, setupId } = tenant;
  const { deps } = worker;
  const { id } = await startRun(deps, workspaceId, setupId);
  await runWhen(deps, workspaceId, id);
  const payments = deps.payments!;
  const customerId = await payments.createCustomer({
    workspaceId,
    email: person.email,
    displayName: "",
    gone: null,
  });
  await deps.billing.linkCustomer(workspaceId, customerId);
  const subscription = await payments.ensureSubscription(customerId, new Date(0).toISOString());
  await deps.billing.change(workspaceId, ({ billing, customer }) => ({
    billing: { ...billing, hasPaymentMethod: true, freeQuotaUsed: 1 },
    customer: { ...customer, subscription },
  }));
  await deps.runs.transact(workspaceId, async (tx) => {
    const { billing } = await tx.account();
    tx.saveUsage(
      newUsage({ runId: `u-${workspaceId}`, setupName: "Daily", rows: 50_000 }, billing, new Date()),
    );
  });
  // A collection that the deletion doesn't know by name, and an invitation to another workspace.
  await firestore()
    .doc(`${paths.workspace(workspaceId)}/tokens/t1/uses/u1`)
    .set({ hash: "x" });
  await firestore()
    .doc(paths.invitation("elsewhere" as WorkspaceId, `i-${workspaceId}`))
    .set({ email: person.email });
  return { person, ...tenant, customerId };
}
type Customer = Awaited<ReturnType<typeof customer>>;

const json = async (url: string): Promise<unknown> => (await fetch(url)).json();

/** Returns everything anywhere that belongs to the account or names it. */
async function left({ person, workspaceId, customerId }: Customer) {
  const { documents, pending } = await namedIn([person.uid, person.email, workspaceId]);
  const files = [];
  for (const prefix of [`workspaces/${workspaceId}/`, `exports/${person.uid}/`])
    files.push(...(await worker.deps.objects.list(prefix)).objects.map(({ path }) => path));
  const stripe = (await json(`${process.env.PLUMBLINE_STRIPE_URL}/_state`)) as {
    customers: Record<string, unknown>;
    subscriptions: Record<string, { customer: string; status: string }>;
  };
  return {
    documents,
    pending,
    files,
    customers: Object.keys(stripe.customers).filter((id) => id === customerId),
    subscriptions: Object.values(stripe.subscriptions).filter(
      ({ customer, status }) => customer === customerId && status !== "canceled",
    ),
    signIns: (await getAuth(firebaseApp()).getUsers([{ uid: person.uid }])).users.length,
  };
}
const nothing = { documents: [], pending: [], files: [], customers: [], subscriptions: [], signIns: 0 };

/** Returns documents of any collection whose path or content contains one of these texts, and tasks that contain one. */
async function namedIn(texts: readonly string[]) {
  const has = (text: string) => texts.some((each) => text.includes(each));
  const documents: string[] = [];
  const walk = async (collections: FirebaseFirestore.CollectionReference[]): Promise<void> => {
    for (const collection of collections)
      for (const ref of await collection.listDocuments()) {
        const snapshot = await ref.get();
        if (snapshot.exists && has(ref.path + JSON.stringify(snapshot.data()))) documents.push(ref.path);
        // Doesn't look below other users and workspaces.
        if (!/^(?:users|workspaces)\//.test(ref.path) || has(ref.path))
          await walk(await ref.listCollections());
      }
  };
  await walk(await firestore().listCollections());
  const invited = await firestore().collectionGroup("invitations").where("email", "in", texts).get();
  documents.push(...invited.docs.map(({ ref }) => ref.path));
  const { tasks } = (await json(`${process.env.PLUMBLINE_TASKS_URL}/_tasks`)) as {
    tasks: { name: string; httpRequest: { body: string } }[];
  };
  const pending = tasks
    .map(({ httpRequest }) => Buffer.from(httpRequest.body ?? "", "base64").toString("utf8"))
    .filter(has);
  return { documents: [...new Set(documents)], pending };
}

/** Runs the sweeper and the queue until no deletion of this account is recorded anymore. */
async function finish(customer: Customer): Promise<void> {
  const ids = [`account-${customer.person.uid}`, `workspace-${customer.workspaceId}`];
  const isOver = async () =>
    (await firestore().collection(paths.deletions()).where(FieldPath.documentId(), "in", ids).get()).empty;
  for (let tick = 0; tick < 200 && !(await isOver()); tick++) {
    const { docs } = await firestore().collection(paths.deletions()).get();
    const isWaitingForLastPass = docs.every((doc) => (doc.get("done") as string[]).includes("mail"));
    worker.advance(isWaitingForLastPass ? 2 * hourMs + 1_000 : minuteMs);
    await sweepDeletions(worker.deps);
    await sleep(100);
    // The clock only moves between tasks: to a sweep, one that takes a second would look as if its worker had died.
    await worker.idle();
  }
  // Tasks that were enqueued twice find nothing and leave the queue.
  for (let wait = 0; wait < 100 && (await left(customer)).pending.length > 0; wait++) await sleep(100);
}

describe("after an account was deleted", () => {
  it("nothing is left anywhere, and the last usage is on a final invoice", async () => {
    const gone = await customer();
    expect((await left(gone)).documents.length).toBeGreaterThan(10);
    // Only the worker's clock moves on before the final invoice, which leaves out its own second.
    await sleep(1_100);
    await deleteAccount(worker.deps, identityOf(gone.person, worker.deps), gone.person.email);
    await finish(gone);
    expect(await left(gone)).toEqual(nothing);
    const { invoices } = (await json(`${process.env.PLUMBLINE_STRIPE_URL}/_state`)) as {
      invoices: Record<string, { customer: string; total: number }>;
    };
    const totals = Object.values(invoices)
      .filter(({ customer }) => customer === gone.customerId)
      .map(({ total }) => total);
    expect(Math.max(...totals)).toBeGreaterThan(0);
  });

  it("nothing is left even if its task dies at every outside call in turn", async () => {
    const gone = await customer();
    const held = { ...worker.deps, queue: { enqueue: async () => undefined } };
    await deleteAccount(held, identityOf(gone.person, worker.deps), gone.person.email);
    for (const deletionId of [`workspace-${gone.workspaceId}`, `account-${gone.person.uid}`])
      for (let call = 1; call < 40; call++)
        await runDeletion(crashingAt(worker.deps, call, call % 2 === 0).deps, { deletionId }).catch(
          () => undefined,
        );
    await finish(gone);
    expect(await left(gone)).toEqual(nothing);
  });

  it("an active run ends and leaves nothing", async () => {
    const gone = await customer();
    await addFault({ kind: "slow-first-byte", delayMs: 3_000, endpoint: "export", projectId: 1000008 });
    const { id } = await startRun(worker.deps, gone.workspaceId, gone.setupId);
    await runWhen(worker.deps, gone.workspaceId, id, ({ status }) => status === "running");
    await deleteAccount(worker.deps, identityOf(gone.person, worker.deps), gone.person.email);
    await clearFaults();
    await finish(gone);
    expect(await left(gone)).toEqual(nothing);
  });
});
