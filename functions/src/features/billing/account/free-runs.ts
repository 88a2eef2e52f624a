import { createHmac } from "node:crypto";
import type { ProjectRef } from "../../../common/object-paths.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";

/**
 * One workspace's use of a free run on one Mixpanel project. Both are keyed hashes, so neither can be
 * identified.
 */
export type FreeRunUse = { project: string; holder: string };

export const freeRunUse = (
  hashKey: string,
  workspaceId: WorkspaceId,
  { region, projectId }: Pick<ProjectRef, "region" | "projectId">,
): FreeRunUse => ({
  project: keyedHash(hashKey, ["free-run-project", region, projectId]),
  holder: keyedHash(hashKey, ["free-run-workspace", workspaceId]),
});

/**
 * Whether a workspace may use its free run on a project. A workspace that has started one may try again until
 * it has a report.
 * @param allowed how many workspaces per project
 */
export const mayUseFreeRun = ({ holder }: FreeRunUse, holders: readonly string[], allowed: number): boolean =>
  holders.includes(holder) || holders.length < allowed;

const keyedHash = (key: string, parts: readonly string[]): string =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest("hex");
