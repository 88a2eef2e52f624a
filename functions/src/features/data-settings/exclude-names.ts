import type { Edit } from "../../contract/common.js";
import type { SegmentBy } from "../../contract/data-settings.js";
import { dayIn } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { recordChange } from "../connections/project-changes.js";
import type { Actor } from "../workspaces/actor.js";
import { recordAudit } from "../workspaces/audit.js";
import type { ExclusionChange } from "./schema-repository.js";

/**
 * Changes exclusions, all or none, and records that as a change of the project and in the audit log.
 * @param segmentBy stays as it is if it is left out
 * @throws AppError `not-found`, `edit-conflict`, `payload-too-large`
 */
export async function excludeNames(
  deps: Pick<Dependencies, "schema" | "objects" | "workspaces" | "ids" | "clock" | "logger">,
  actor: Actor,
  connection: ConnectionRecord,
  changes: readonly ExclusionChange[],
  edit: Edit = { fromFile: false },
  segmentBy?: SegmentBy,
): Promise<void> {
  const { workspaceId } = actor;
  if (changes.length > 0 || edit.fromFile || segmentBy !== undefined)
    await deps.schema.changeExclusions(workspaceId, connection.id, changes, edit, segmentBy);
  if (segmentBy !== undefined)
    await recordAudit(deps, actor, "segments.chosen", segmentBy?.join(", ") ?? "automatic");
  for (const isExcluded of [true, false]) {
    const names = changes.filter((change) => change.isExcluded === isExcluded).map(nameOf);
    if (names.length === 0) continue;
    await recordChange(deps, workspaceId, connection, {
      kind: "exclusion",
      day: dayIn(connection.capabilities?.timeZone ?? "UTC", deps.clock.now()),
      subject: names.join(", "),
      title: `${isExcluded ? "Excluded from checks" : "Included in checks again"}: ${namesText(names)}`,
    });
    await recordAudit(deps, actor, isExcluded ? "exclusion.added" : "exclusion.removed", namesText(names));
  }
}

const nameOf = (change: ExclusionChange): string =>
  change.kind === "event" ? change.event : change.property;

const shownNames = 3;
export const namesText = (names: readonly string[]): string =>
  [
    ...names.slice(0, shownNames),
    ...(names.length > shownNames ? [`${names.length - shownNames} more`] : []),
  ].join(", ");
