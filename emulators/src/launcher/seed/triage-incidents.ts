import type { z } from "zod";
import type {
  changedIncidentsSchema,
  Incident,
  IncidentAction,
} from "../../../../functions/src/contract/incidents.js";
import type { Member } from "../../../../functions/src/contract/workspaces.js";
import type { ProductClient } from "./product-client.js";

type Triage = (editorUid: string) => readonly IncidentAction[];

/** What people do about one incident each. The others stay as the checks found them. */
const triage: readonly Triage[] = [
  () => [
    { kind: "acknowledge" },
    { kind: "comment", text: "The release of last Tuesday dropped it. The fix ships on Monday." },
  ],
  () => [{ kind: "mute", mute: { until: "worse" } }],
  () => [{ kind: "close", reason: "fixed" }],
  // These two annotations change what the checks report: one incident becomes a new level, the other recovers.
  () => [{ kind: "close", reason: "expected", annotation: { kind: "new_level" } }],
  () => [{ kind: "close", reason: "false_alarm", annotation: { kind: "limit", percent: 60 } }],
  (uid) => [{ kind: "assign", uid }],
];

/** @returns whether it was done; incidents about a whole project can't have annotations */
async function act(client: ProductClient, id: string, action: IncidentAction): Promise<boolean> {
  const { refused } = await client.post<z.infer<typeof changedIncidentsSchema>>("/api/v1/incidents/actions", {
    ids: [id],
    action,
  });
  return refused.length === 0;
}

/** The number of most important incidents that are left alone. */
const leftOpen = 2;

/**
 * Deals with some of the demo account's incidents, so that every status can be seen. Does nothing if somebody
 * has already dealt with one.
 * @returns how many were dealt with
 */
export async function triageIncidents(client: ProductClient): Promise<number> {
  const [open, closed] = await Promise.all(
    ["false", "true"].map((isClosed) =>
      client.get<Incident[]>(`/api/v1/incidents?limit=100&closed=${isClosed}`),
    ),
  );
  const isDealtWith =
    closed!.length > 0 || open!.some(({ status, assignee }) => status !== "open" || assignee);
  if (isDealtWith) return 0;
  const members = await client.get<Member[]>("/api/v1/members");
  const editor = members.find(({ role }) => role === "editor") ?? members[0]!;
  // Incidents that got worse or came back are left for the reader.
  const usual = open!.filter(({ detectorState }) => detectorState === "new" || detectorState === "ongoing");
  const alertsFirst = usual.sort((a, b) => a.finding.severity.localeCompare(b.finding.severity));
  const chosen = alertsFirst.slice(leftOpen, leftOpen + triage.length);
  for (const [index, { id }] of chosen.entries())
    for (const action of triage[index]!(editor.uid))
      if (!(await act(client, id, action)) && action.kind === "close")
        await act(client, id, { kind: "close", reason: action.reason });
  return chosen.length;
}
