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
import { nextRunOf } from "./schedule-fields.js";
import { toSetup } from "./to-setup.js";
import type { Edit } from "../../contract/common.js";
import { editsAfter, assertRevision } from "../../common/edits.js";
import { recordChange } from "../connections/project-changes.js";
import type { SetupRecord } from "./setup-repository.js";
import { objectPaths } from "../../common/object-paths.js";

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
