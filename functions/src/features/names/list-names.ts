import type { z } from "zod";
import {
  noDecisions,
  type namesQuerySchema,
  type NewName,
  type NewNames,
} from "../../contract/names/names.js";
import type { NameKind, Notice } from "../../contract/names/notice.js";
import type { Incident } from "../../contract/incidents.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { unknownCursor } from "../../common/page.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { noticeNames, noticeSentence, noticeTitle } from "../../engine/names/words.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { resolveConnection } from "../data-settings/resolve-connection.js";
import { listMembers } from "../workspaces/members.js";
import { noticeStates } from "./notice-state.js";
import { readNames } from "./stored-names.js";

/** What Lexicon says about names, if it could be read. */
type Lexicon = {
  knowsLexicon: boolean;
  /** Events that are hidden or dropped. */
  lexicon: Readonly<Record<string, "hidden" | "dropped">>;
  /** Names with a description. */
  described: Readonly<Record<NameKind, readonly string[]>>;
};
type ReadLexicon = (workspaceId: WorkspaceId, connection: ConnectionRecord) => Promise<Lexicon | null>;

/** With more open incidents than this, the oldest aren't linked. */
const mostIncidents = 1_000;

/**
 * What is new about the names of the requested connection, else of the newest verified one, newest first.
 * @throws AppError `not-found` for an unknown connection
 */
export async function listNames(
  deps: Pick<Dependencies, "connections" | "schema" | "objects" | "workspaces" | "users" | "incidents">,
  workspaceId: WorkspaceId,
  { connectionId, state, kind, runId, search, limit, cursor }: z.output<typeof namesQuerySchema>,
  readLexicon: ReadLexicon,
): Promise<NewNames> {
  const connection = await resolveConnection(deps, workspaceId, connectionId);
  const [known, decisions, exclusions] = connection
    ? await Promise.all([
        readNames(deps.objects, workspaceId, connection),
        deps.schema.nameDecisions(workspaceId, connection.id),
        deps.schema.exclusions(workspaceId, connection.id),
      ])
    : [null, noDecisions, null];
  const text = search?.toLowerCase();
  const counts: NewNames["counts"] = { new: 0, approved: 0, ignored: 0, excluded: 0 };
  const found: (Notice & ReturnType<ReturnType<typeof noticeStates>>)[] = [];
  const stateOf = exclusions && noticeStates(decisions, exclusions);
  for (const notice of known?.notices ?? []) {
    const status = stateOf!(notice);
    counts[status.state]++;
    if (status.state !== state && runId === undefined) continue;
    if ((kind && notice.kind !== kind) || (runId && notice.runId !== runId)) continue;
    if (text && !noticeNames(notice).toLowerCase().includes(text)) continue;
    found.push({ ...notice, ...status });
  }
  const names = known?.names ?? [];
  const knownEvents = names.filter((name) => name.kind === "event").length;
  const from = positionOf(cursor);
  const to = from + limit;
  const shown = found.slice(from, to);
  const hasRenames = shown.some((notice) => notice.kind === "renamed");
  const [lexicon, members, incidents] = await Promise.all([
    connection && shown.length > 0 ? readLexicon(workspaceId, connection) : null,
    shown.some(({ by }) => by !== null) ? listMembers(deps, workspaceId) : [],
    connection && hasRenames
      ? deps.incidents.list(
          workspaceId,
          { isClosed: false, connectionId: connection.id },
          { limit: mostIncidents },
        )
      : null,
  ]);
  const nameOf = new Map(members.map(({ uid, displayName, email }) => [uid, displayName || email]));
  return {
    lastDay: known?.to ?? null,
    knownEvents,
    knownProperties: names.length - knownEvents,
    counts,
    items: shown.map(({ by, ...notice }) => ({
      ...notice,
      seenOn: [notice.seenOn?.platform, notice.seenOn?.version].filter(Boolean).join(" ") || null,
      title: noticeTitle(notice),
      label: noticeNames(notice),
      sentence: noticeSentence(notice),
      lexicon: inLexicon(lexicon, notice),
      explains: (incidents?.items ?? []).filter((one) => isExplained(one, notice)).map(({ id }) => id),
      decidedBy: by === null ? null : (nameOf.get(by) ?? null),
    })),
    patterns: decisions.patterns.map(({ pattern, state: decided, isFromFile }) => ({
      pattern,
      state: decided,
      isFromFile,
    })),
    nextCursor: to < found.length ? String(to) : null,
  };
}

/** Whether a rename is what happened to an incident's event or property. */
const isExplained = ({ entity, finding: { found } }: Incident, notice: Notice): boolean =>
  notice.kind === "renamed" &&
  entity === notice.from &&
  Boolean(found.renamedTo?.names.includes(notice.name));

function inLexicon(lexicon: Lexicon | null, { nameKind, name }: Notice): NewName["lexicon"] {
  if (!lexicon?.knowsLexicon) return null;
  const flag = nameKind === "event" && Object.hasOwn(lexicon.lexicon, name) ? lexicon.lexicon[name] : null;
  return flag ?? (lexicon.described[nameKind].includes(name) ? "described" : "not_described");
}

/** @throws AppError `invalid-request` for text that isn't a cursor of a page */
function positionOf(cursor = "0"): number {
  if (!/^\d{1,6}$/.test(cursor)) throw unknownCursor();
  return Number(cursor);
}
