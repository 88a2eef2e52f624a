import { createHmac } from "node:crypto";
import type { ProjectName } from "../../../common/object-paths.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";

/** Which workspaces used a free run on one Mixpanel project; keyed hashes name both, so that neither can be read from it. */
export type FreeRunUse = { project: string; holder: string };

export const freeRunUse = (
  hashKey: string,
  workspaceId: WorkspaceId,
  { region, projectId }: Pick<ProjectName, "region" | "projectId">,
): FreeRunUse => ({
  project: keyedHash(hashKey, ["free-run-project", region, projectId]),
  holder: keyedHash(hashKey, ["free-run-workspace", workspaceId]),
});

/**
 * Whether a workspace may use its free run on a project. A workspace that began one keeps its place: it may try again
 * until it has a report.
 * @param allowed workspaces per project
 */
export const mayUseFreeRun = ({ holder }: FreeRunUse, holders: readonly string[], allowed: number): boolean =>
  holders.includes(holder) || holders.length < allowed;

const keyedHash = (key: string, parts: readonly string[]): string =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest("hex");
