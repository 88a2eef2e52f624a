import type { MixpanelAnnotations } from "../../../contract/integrations/mixpanel-annotations.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { notFound } from "../../../common/errors.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { noAnnotations } from "../../connections/annotation-state.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { writeAnnotations } from "./write-annotations.js";

export const shownAnnotations = ({ annotations }: ConnectionRecord): MixpanelAnnotations => {
  const { isOn, written, problem } = annotations ?? noAnnotations;
  return { isOn, count: written.length, problem };
};

/**
 * Turns annotations on or off and writes or removes them right away. What can't be done now is done after the
 * next run.
 * @throws AppError `not-found`
 */
export async function switchAnnotations(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  connectionId: string,
  isOn: boolean,
): Promise<MixpanelAnnotations> {
  const { connections } = deps;
  const switched = await connections.changeAnnotations(workspaceId, connectionId, ({ annotations }) => ({
    ...(annotations ?? noAnnotations),
    isOn,
    problem: null,
    // Turning it on again also restores annotations that were deleted by hand.
    ...(isOn && annotations?.isOn !== true && { dismissed: [] }),
  }));
  if (!switched) throw notFound("connection");
  await writeAnnotations(deps, workspaceId, connectionId, { isRequested: true });
  return shownAnnotations(await connections.get(workspaceId, connectionId));
}
