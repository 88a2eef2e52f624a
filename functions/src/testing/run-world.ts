import type { DetectorKey } from "../contract/detectors.js";
import type { Role, WorkspaceId } from "../contract/workspaces.js";
import { putMember } from "./memory/memory-workspaces.js";
import { ada, addTenant } from "./tenants.js";
import { addDays } from "../common/days.js";
import type { Dependencies } from "../composition/dependencies.js";
import { initialBilling } from "../features/billing/account/run-permission.js";
import type { RunRecord } from "../features/runs/run-record.js";
import type { Account } from "../features/runs/run-repository.js";
import type { SetupRecord } from "../features/setups/setup-repository.js";
import { handleTask } from "../entry/task-handlers.js";
import { everyMinute } from "../entry/every-minute.js";
import { minuteMs } from "../common/time.js";
import { testDependencies, type TestDependencies } from "./dependencies.js";

export const workspaceId = ada;
export const connectionId = "connection-1";
/** The project that the connection points to. */
export const project = { id: connectionId, region: "us", projectId: "1000001" } as const;
export const setupId = "setup-1";
/** The last complete day in New York at the time of the tests. */
export const lastDay = "2026-11-17";

/** Adds a member who wants emails, by default to the run world's workspace. */
export async function join(
  { users, db }: TestDependencies,
  uid: string,
  {
    role = "viewer",
    isEmailVerified = true,
    workspace = workspaceId,
  }: { role?: Role; isEmailVerified?: boolean; workspace?: WorkspaceId } = {},
): Promise<void> {
  const person = {
    email: `${uid}@example.com`,
    isEmailVerified,
    displayName: uid,
    isDisplayNameGuessed: false,
  };
  await users.ensure(uid, person, null);
  putMember(db, workspace, { uid, role, joinedAt: "2026-11-02T00:00:00.000Z", emailNotifications: true });
}

/**
 * Creates a workspace with a verified connection and a setup. Its Mixpanel project has two events: "Sign Up" lost its
 * property `plan` on the last 3 days, and "Purchase" fell to a fifth of its volume on the last 2.
 */
export async function runWorld(
  keys: DetectorKey[] = ["event_count_change", "event_property_null_rate"],
  setup: Partial<SetupRecord> = {},
  deps = testDependencies(),
) {
  const { username, secret } = deps.mixpanel;
  await addTenant(
    deps,
    {
      workspace: { id: workspaceId, name: "Ada's workspace", createdAt: "2026-11-01T00:00:00.000Z" },
      owner: { uid: "ada", email: "ada@example.com", displayName: "Ada" },
      connection: {
        id: connectionId,
        projectId: project.projectId,
        username,
        secret,
        timeZone: "America/New_York",
        queryApi: true,
        exportTimeBasis: "utc",
      },
      setup: { id: setupId, ...setup },
    },
    keys,
  );
  deps.mixpanel.events = worldEvents;
  deps.mixpanel.names = ["Purchase", "Sign Up"];
  deps.mixpanel.counts = projectCounts(lastDay);
  return deps;
}

/** Gives a workspace a payment method, so that runs after the first one may start. */
export function addPaymentMethod({ db }: TestDependencies, workspace = workspaceId): void {
  const account: Account = { activeRunId: null, billing: { ...initialBilling, hasPaymentMethod: true } };
  db.set(workspace, "account", workspace, account);
}

/** Delivers due tasks except `readProjectContext` to a worker with the dependencies `using`, each `times` times. */
export async function deliver(
  deps: TestDependencies,
  { using = deps, times = 1 }: { using?: Dependencies; times?: number } = {},
): Promise<number> {
  let delivered = 0;
  for (;;) {
    const now = deps.clock.now();
    const index = deps.queue.tasks.findIndex(
      (task) =>
        task.name !== "readProjectContext" &&
        !deliveredTasks.has(task) &&
        (task.options.notBefore ?? now) <= now,
    );
    const task = deps.queue.tasks[index];
    if (!task) return delivered;
    deliveredTasks.add(task);
    delivered++;
    for (let time = 0; time < times; time++)
      await handleTask(using, task.name, task.payload, { retryCount: time });
  }
}
const deliveredTasks = new WeakSet<object>();

/** Advances the clock, minute by minute, until no run needs the sweeper anymore or `minutes` have passed. */
export async function passTime(deps: TestDependencies, minutes = 180): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await deliver(deps);
    if ((await runsOf(deps)).every(({ nextSweepAt }) => nextSweepAt === null)) return;
    deps.clock.advance(minuteMs);
    await everyMinute(deps);
  }
}

/** Advances the clock minute by minute, and runs the sweeper and due tasks each time. */
export async function passMinutes(deps: TestDependencies, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    deps.clock.advance(minuteMs);
    await everyMinute(deps);
    await deliver(deps);
  }
}

export async function runsOf(deps: TestDependencies): Promise<RunRecord[]> {
  return (await deps.runs.list(workspaceId, { limit: 100 })).items;
}

const days = 70;
const noonIn = (day: string, minute: number) => Date.parse(`${day}T17:00:00Z`) / 1_000 + minute;

function projectEvents(last: string) {
  const events: { event: string; properties: Record<string, unknown> }[] = [];
  for (let back = 45; back >= 0; back--) {
    const day = addDays(last, -back);
    for (let row = 0; row < 60; row++)
      events.push({
        event: "Sign Up",
        properties: {
          time: noonIn(day, row),
          distinct_id: `u${row}`,
          $insert_id: `s-${day}-${row}`,
          ...(back < 3 ? {} : { plan: row % 3 === 0 ? "pro" : "free" }),
        },
      });
    for (let row = 0; row < (back < 2 ? 12 : 60); row++)
      events.push({
        event: "Purchase",
        properties: {
          time: noonIn(day, row),
          distinct_id: `u${row}`,
          $insert_id: `p-${day}-${row}`,
          $os: row % 2 === 0 ? "iOS" : "Android",
        },
      });
  }
  return events;
}

/** All worlds share these events, so they and their text are created only once. */
const worldEvents = projectEvents(lastDay);

function projectCounts(last: string): Map<string, Map<string, number>> {
  const series = (rows: (back: number) => number) =>
    new Map(Array.from({ length: days }, (_, back) => [addDays(last, -back), rows(back)]));
  return new Map([
    ["Sign Up", series((back) => 600 + ((back * 7) % 11))],
    ["Purchase", series((back) => (back < 2 ? 120 : 600 + ((back * 5) % 13)))],
  ]);
}
