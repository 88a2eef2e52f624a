import type { NamedNotice } from "../../contract/names/notice.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { noticeNames, noticesText, noticeTitle } from "../../engine/names/words.js";
import { oneLine } from "../mails/mail-text.js";
import type { Message } from "../messages/message.js";
import { noticeStates } from "./notice-state.js";
import { readNames } from "./stored-names.js";

/** What a run was the first to notice about names, and nobody has decided about. */
export async function newNamesOf(
  { connections, schema, objects }: Pick<Dependencies, "connections" | "schema" | "objects">,
  workspaceId: WorkspaceId,
  run: { id: string; setup: { connection: { id: string } } },
): Promise<NamedNotice[]> {
  const connection = await connections.find(workspaceId, run.setup.connection.id);
  const known = connection && (await readNames(objects, workspaceId, connection));
  const ofRun = known?.notices.filter(({ runId }) => runId === run.id) ?? [];
  if (!connection || ofRun.length === 0) return [];
  const [decisions, exclusions] = await Promise.all([
    schema.nameDecisions(workspaceId, connection.id),
    schema.exclusions(workspaceId, connection.id),
  ]);
  const stateOf = noticeStates(decisions, exclusions);
  return ofRun
    .filter((notice) => stateOf(notice).state === "new")
    .map((notice) => ({
      id: notice.id,
      connectionId: connection.id,
      title: noticeTitle(notice),
      label: noticeNames(notice),
    }));
}

/** What a message says about names, with the page to review them; null without any. */
export function namesOfMessage(notices: readonly NamedNotice[], appUrl: string): Message["names"] {
  const [first] = notices;
  if (!first) return null;
  const isOfOne = notices.every(({ connectionId }) => connectionId === first.connectionId);
  return {
    text: oneLine(noticesText(notices)),
    url: `${appUrl}/data-settings/new${isOfOne ? `?connection=${first.connectionId}` : ""}`,
  };
}
