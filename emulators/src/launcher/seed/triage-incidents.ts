import { detectorOf } from "../../../../functions/src/contract/detectors.js";
import { isNamed } from "../../../../functions/src/contract/findings/finding.js";
import type { Incident, IncidentAction } from "../../../../functions/src/contract/incidents.js";
import type { Member } from "../../../../functions/src/contract/workspaces.js";
import type { ProductClient } from "./product-client.js";

type Triage = {
  suits?: (incident: Incident) => boolean;
  actions: (editorUid: string) => readonly IncidentAction[];
};

const raisedPercent = 70;

/** What people do about one incident each. The others stay as the checks found them. */
const triage: readonly Triage[] = [
  // These two annotations change what the checks report: one incident recovers, the other becomes a new level.
  {
    suits: ({ subject, finding: { detector, changePct } }) =>
      isNamed(subject) &&
      detectorOf(detector).requiresThreshold &&
      changePct !== null &&
      Math.abs(changePct) < raisedPercent,
    actions: () => [
      { kind: "close", reason: "false_alarm", annotation: { kind: "limit", percent: raisedPercent } },
    ],
  },
  {
    suits: ({ subject }) => isNamed(subject),
    actions: () => [{ kind: "close", reason: "expected", annotation: { kind: "new_level" } }],
  },
  {
    actions: () => [
      { kind: "acknowledge" },
      { kind: "comment", text: "The release of last Tuesday dropped it. The fix ships on Monday." },
    ],
  },
  { actions: () => [{ kind: "mute", mute: { until: "worse" } }] },
  { actions: () => [{ kind: "close", reason: "fixed" }] },
  { actions: (uid) => [{ kind: "assign", uid }] },
];

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
  const waiting = alertsFirst.slice(leftOpen);
  let done = 0;
  for (const { suits = () => true, actions } of triage) {
    const index = waiting.findIndex(suits);
    const [chosen] = index < 0 ? [] : waiting.splice(index, 1);
    if (!chosen) continue;
    for (const action of actions(editor.uid))
      await client.post("/api/v1/incidents/actions", { ids: [chosen.id], action });
    done++;
  }
  return done;
}
