import type { z } from "zod";
import {
  type Setup,
  type updateSetupSchema,
  withSettings,
  type createSetupSchema,
} from "../../contract/setups.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { toInstant, dayIn } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { toSetup } from "./to-setup.js";
import type { Edit } from "../../contract/common.js";
import { editsAfter, assertRevision } from "../../common/edits.js";
import { recordChange } from "../connections/project-changes.js";
import type { SetupRecord } from "./setup-repository.js";
import { objectPaths } from "../../common/object-paths.js";
import { AppError } from "../../common/errors.js";
import { cronProblem, isAtMostHourly, nextRunAt } from "../schedules/next-run.js";

/**
 * Creates a setup on a verified connection.
 * @throws AppError `invalid-request` (schedule), `not-found` (connection), `connection-not-verified`, `id-taken`,
 * `limit-reached`
 */
export async function createSetup(
  deps: Pick<Dependencies, "setups" | "connections" | "ids" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  { id = deps.ids.next(), status = "active", ...input }: z.output<typeof createSetupSchema>,
  fromFile = false,
): Promise<Setup> {
  const now = deps.clock.now();
  const record = {
    ...input,
    id,
    status,
    createdAt: toInstant(now),
    refusal: null,
    tested: null,
    nextRunAt: nextRunOf(input, status, now),
    revision: 1,
    fileRevision: fromFile ? 1 : null,
  };
  await deps.setups.create(workspaceId, record);
  return toSetup(deps, workspaceId, record);
}

/**
 * Changes a setup, or pauses or resumes it; what the body leaves out keeps its value. A paused setup is never due;
 * a resumed one is due at its next time from now, without catching up. Unless the schedule changes, the next run stays where it is.
 * @throws AppError `not-found` (setup or connection), `invalid-request` (schedule), `connection-not-verified`, `edit-conflict`
 */
export async function updateSetup(
  deps: Pick<Dependencies, "setups" | "connections" | "objects" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  setupId: string,
  input: z.output<typeof updateSetupSchema>,
  edit: Edit = { fromFile: false },
): Promise<Setup> {
  const now = deps.clock.now();
  let isChanged = false;
  const record = await deps.setups.update(workspaceId, setupId, (before) => {
    const status = input.status ?? before.status;
    const selectedDetectors = input.selectedDetectors
      ? withSettings(input.selectedDetectors, before.selectedDetectors)
      : before.selectedDetectors;
    const change = { ...input, status, selectedDetectors };
    const after = { ...before, ...change };
    isChanged = JSON.stringify(after) !== JSON.stringify(before);
    const isResumed = before.status === "paused" && status === "active";
    return {
      ...change,
      ...editsAfter(before, edit, isChanged),
      ...(isResumed ? { refusal: null } : {}),
      nextRunAt: isDueTimeKept(before, after) ? before.nextRunAt : nextRunOf(after, status, now),
    };
  });
  const connection = isChanged ? await deps.connections.find(workspaceId, record.connectionId) : null;
  if (connection)
    await recordChange(deps, workspaceId, connection, {
      kind: "setup",
      day: dayIn(connection.capabilities?.timeZone ?? "UTC", now),
      subject: setupId,
      title: `Setup “${record.name}” ${input.status === "paused" ? "paused" : "edited"}`,
    });
  return toSetup(deps, workspaceId, record);
}

/** Whether the next due time stays the same. Recomputing it would lose one that waits for the scheduler's next tick. */
const isDueTimeKept = (before: SetupRecord, after: SetupRecord): boolean =>
  before.status === "active" &&
  after.status === "active" &&
  before.scheduleCron === after.scheduleCron &&
  before.scheduleTimezone === after.scheduleTimezone &&
  before.includeWeekends === after.includeWeekends;

/**
 * Deletes a setup and its connection's replays, which may use its settings. Reports of its runs stay.
 * @throws AppError `not-found`, `edit-conflict`
 */
export async function deleteSetup(
  deps: Pick<Dependencies, "setups" | "connections" | "objects">,
  workspaceId: WorkspaceId,
  setupId: string,
  revision: number | undefined,
): Promise<void> {
  const { connectionId } = await deps.setups.get(workspaceId, setupId);
  await deps.setups.delete(workspaceId, setupId, (setup) => assertRevision(setup, revision));
  const connection = await deps.connections.find(workspaceId, connectionId);
  if (connection) await deps.objects.deletePrefix(objectPaths.replays(workspaceId, connection));
}

type Schedule = Pick<SetupRecord, "scheduleCron" | "scheduleTimezone" | "includeWeekends">;

/**
 * When an active setup is due next; null for a paused or manual one.
 * @throws AppError `invalid-request` for a cron that is invalid, never comes due, or comes due more than once an hour
 */
function nextRunOf(schedule: Schedule, status: SetupRecord["status"], now: Date): string | null {
  const { scheduleCron: cron, scheduleTimezone: timeZone, includeWeekends } = schedule;
  if (cron === "") return null;
  const problem = cronProblem(cron);
  if (problem !== null) throw invalidCron(problem);
  if (!isAtMostHourly(cron))
    throw invalidCron("A setup runs once an hour at most: name one minute of the hour.");
  const next = nextRunAt({ cron, timeZone, includeWeekends, after: now });
  if (next === null) throw invalidCron("This schedule never comes due.");
  return status === "active" ? toInstant(next) : null;
}

const invalidCron = (message: string) =>
  new AppError("invalid-request", message, {
    userMessage: `The schedule is not valid. ${message}`,
    details: { issues: [{ path: "body.scheduleCron", message }] },
  });
