import type { CloseReason } from "../../contract/incidents/states.js";
import { byRank } from "../../contract/incidents/rank.js";
import { closeReasonWords } from "../../contract/incidents/timeline-text.js";
import { type WorkspaceId, workspaceLimits } from "../../contract/workspaces.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import { oneLine } from "../mails/mail-text.js";
import type { MessageFacts } from "../messages/message.js";
import { findUse } from "../project-context/find-use.js";
import type { DeliveryRecord, MessageChange } from "./channel-record.js";
import { median } from "../../engine/stats/robust.js";
import { matchesIncident } from "./match-route.js";
import { toChange } from "./reported-changes.js";

type OverviewDeps = Pick<Dependencies, "channels" | "incidents" | "connections" | "objects" | "logger">;

/** What a digest shows besides its changes, based on the incidents that its channel's routes send. */
export type DigestOverview = {
  open: number;
  unassigned: number;
  /** Open, unassigned incidents in use that aren't among the changes: the most important, and the total number. */
  mostUsed: { shown: readonly MessageChange[]; total: number };
  facts: MessageFacts;
  /** By incident id: who is assigned to it and its status, as text. */
  peopleOf: ReadonlyMap<string, string>;
};

/**
 * With more open incidents than this, a digest has no overview. Of closed incidents, only the latest count.
 */
const mostRead = 1_000;
const mostUsedShown = 3;

/**
 * Null for other messages, and if all of the channel's digest routes are limited to one setup, because
 * incidents don't belong to a setup.
 */
export async function digestOverview(
  deps: OverviewDeps,
  workspaceId: WorkspaceId,
  { kind, channelId, digestDays: days, firstDueAt, changes }: DeliveryRecord,
): Promise<DigestOverview | null> {
  if (kind !== "digest" || days === null) return null;
  const routes = (await deps.channels.routes(workspaceId)).filter(
    (route) => route.channelId === channelId && route.timing.kind !== "now" && route.setupId === null,
  );
  if (routes.length === 0) return null;
  const [current, closed] = await Promise.all(
    [false, true].map((isClosed) => deps.incidents.list(workspaceId, { isClosed }, { limit: mostRead })),
  );
  if (current!.nextCursor !== null) return null;
  const sent = [...current!.items, ...closed!.items].filter((incident) =>
    routes.some((route) => matchesIncident(route, incident, null)),
  );
  const open = sent.filter(({ status }) => status === "open");
  const unassigned = open.filter(({ assignee }) => assignee === null);
  const listed = new Set(changes.map(({ incidentId }) => incidentId));
  const used = await withUse(
    deps,
    workspaceId,
    unassigned.filter(({ id }) => !listed.has(id)),
  );
  return {
    open: open.length,
    unassigned: unassigned.length,
    mostUsed: { shown: used.slice(0, mostUsedShown), total: used.length },
    facts: factsOf(sent, days, firstDueAt, routes[0]!.timeZone),
    peopleOf: new Map(sent.map((incident) => [incident.id, peopleText(incident)])),
  };
}

/** The project's name by connection, for a digest in a workspace with several; empty for other messages. */
export async function projectNames(
  { connections }: Pick<Dependencies, "connections">,
  workspaceId: WorkspaceId,
  { kind }: Pick<DeliveryRecord, "kind">,
): Promise<ReadonlyMap<string, string>> {
  if (kind !== "digest") return new Map();
  const { items } = await connections.list(workspaceId, { limit: workspaceLimits.connections });
  if (items.length < 2) return new Map();
  return new Map(items.map(({ id, projectName, projectId }) => [id, projectName ?? projectId]));
}

/** The incidents whose event or property is used in Mixpanel, most important first. */
async function withUse(
  deps: OverviewDeps,
  workspaceId: WorkspaceId,
  incidents: readonly IncidentRecord[],
): Promise<MessageChange[]> {
  const used: MessageChange[] = [];
  for (const connectionId of new Set(incidents.map((incident) => incident.connectionId))) {
    const useOf = await findUse(deps, workspaceId, connectionId);
    for (const incident of incidents.filter((one) => one.connectionId === connectionId)) {
      const { finding } = incident;
      const use = useOf(incident.subject);
      if (use !== null) used.push(toChange("opened", finding.reason, incident, use));
    }
  }
  return used.sort(byRank);
}

/**
 * What was opened, recovered and closed in the last `days` days before `end`, and in as many days before
 * those.
 */
function factsOf(
  incidents: readonly IncidentRecord[],
  days: 1 | 7,
  end: string,
  timeZone: string,
): MessageFacts {
  const start = toInstant(addMs(new Date(end), -days * dayMs));
  const before = toInstant(addMs(new Date(end), -2 * days * dayMs));
  // `time` may be a day: then only the first ten characters are compared.
  const isWithin = (time: string | null, from: string, to: string): boolean =>
    time !== null && time >= from.slice(0, time.length) && time < to.slice(0, time.length);
  const count = (times: readonly (string | null)[]): string => {
    const within = (from: string, to: string) => times.filter((time) => isWithin(time, from, to)).length;
    return `${within(start, end)}, ${within(before, start)} the ${days === 1 ? "day" : "week"} before`;
  };
  const closed = incidents.filter(({ closedAs }) => closedAs !== null && closedAs !== "recovered");
  const reasons = (Object.keys(closeReasonWords) as (CloseReason | "recovered")[])
    .map((reason) => {
      const own = closed.filter(
        ({ closedAs, closedAt }) => closedAs === reason && isWithin(closedAt, start, end),
      );
      return own.length === 0 ? null : `${own.length} ${closeReasonWords[reason].replace(/^a /, "")}`;
    })
    .filter((text) => text !== null);
  const delays = incidents
    .filter(({ acknowledgedAt }) => isWithin(acknowledgedAt, start, end))
    .map(
      ({ acknowledgedAt, createdAt, finding }) =>
        (Date.parse(acknowledgedAt!) - Date.parse(finding.firstBadDay ?? createdAt)) / dayMs,
    );
  return {
    title: days === 1 ? "Last day" : "This week",
    perDay: days === 1 ? null : { title: "Opened per day", days: openedPerDay(incidents, end, timeZone) },
    rows: [
      { label: "Opened", value: count(incidents.map(({ createdAt }) => createdAt)) },
      { label: "Recovered", value: count(incidents.map(({ recoveredOn }) => recoveredOn)) },
      {
        label: `Closed by people${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}`,
        value: count(closed.map(({ closedAt }) => closedAt)),
      },
      ...(delays.length === 0
        ? []
        : [
            {
              label: "Median time from the first bad day to acknowledgment",
              value: `${median(delays).toFixed(1)} days`,
            },
          ]),
    ],
  };
}

/**
 * How many were opened in each of the seven 24-hour periods before `end`, named by the weekday each begins
 * on.
 */
function openedPerDay(incidents: readonly IncidentRecord[], end: string, timeZone: string) {
  const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone });
  return [7, 6, 5, 4, 3, 2, 1].map((ago) => {
    const [from, to] = [ago, ago - 1].map((days) => toInstant(addMs(new Date(end), -days * dayMs)));
    const count = incidents.filter(({ createdAt }) => createdAt >= from! && createdAt < to!).length;
    return { name: weekday.format(new Date(from!)), count };
  });
}

/** "Acknowledged. Assigned to Ana Torres." */
function peopleText({ status, closedAs, assignee }: IncidentRecord): string {
  const done = { open: null, acknowledged: "Acknowledged.", muted: "Muted.", closed: null }[status];
  const closed = closedAs === null ? null : `Closed as ${closeReasonWords[closedAs]}.`;
  const assigned = assignee === null ? "Not assigned." : `Assigned to ${oneLine(assignee.name)}.`;
  return [closed ?? done, closed === null ? assigned : null].filter((text) => text !== null).join(" ");
}
