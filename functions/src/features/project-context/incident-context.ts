import { beginningOfIncident } from "../../contract/incidents/began-together.js";
import {
  type IncidentContext,
  type NearbyChange,
  nearbyDays,
} from "../../contract/integrations/project-context.js";
import type { Release } from "../../contract/integrations/releases.js";
import { isNamed, namesOf } from "../../contract/findings/finding.js";
import { detectorOf } from "../../contract/detectors.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addDays, daysBetween } from "../../common/days.js";
import { notFound, raise } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import { hoursAfterOnset, releasesOf } from "./find-same-day-change.js";
import { eventsUrl, usersUrl } from "./mixpanel-links.js";
import { changesBetween, type ProjectChange } from "../connections/project-changes.js";
import { loadContext, type StoredContext } from "./stored-context.js";
import { usersIn } from "./who-uses.js";

type Deps = Pick<Dependencies, "incidents" | "connections" | "releases" | "objects">;

const mostChanges = 20;

/**
 * Who uses the incident's event or property, and what changed near the day on which it began.
 * @throws AppError `not-found`
 */
export async function incidentContext(
  deps: Deps,
  workspaceId: WorkspaceId,
  id: string,
): Promise<IncidentContext> {
  const incident = (await deps.incidents.find(workspaceId, id)) ?? raise(notFound("incident"));
  const connection = await deps.connections.get(workspaceId, incident.connectionId);
  const context = await loadContext(deps.objects, workspaceId, connection);
  const { day: began } = beginningOfIncident(incident);
  const name = isNamed(incident.subject) ? namesOf(incident.subject) : null;
  const window = began && { from: addDays(began, -nearbyDays), to: addDays(began, nearbyDays) };
  const isOfUsers = detectorOf(incident.finding.detector).subject.startsWith("user-");
  return {
    usedBy: name && usersIn(context, connection, name),
    changes: window
      ? await nearbyChanges(deps, workspaceId, connection, { incident, context, began, window })
      : [],
    window: window || null,
    mixpanelUrl: isOfUsers ? usersUrl(connection) : eventsUrl(connection),
  };
}

type Nearby = {
  incident: IncidentRecord;
  context: StoredContext | null;
  began: string;
  window: { from: string; to: string };
};
/** `version` and `platform` are set if it is the arrival or release of a version. */
type Found = Omit<NearbyChange, "daysAfterOnset" | "hoursAfterOnset" | "isMostLikely"> & {
  /** When a release went live. */
  at?: string;
  version?: string;
  platform?: string | null;
};

async function nearbyChanges(
  deps: Deps,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  { incident, context, began, window }: Nearby,
): Promise<NearbyChange[]> {
  const timeZone = connection.capabilities?.timeZone ?? "UTC";
  const [releases, recorded] = await Promise.all([
    releasesOf(deps, workspaceId, connection),
    changesBetween(deps.objects, workspaceId, connection, window),
  ]);
  const annotations = (context?.annotations ?? []).map(({ day, text, owner }): Found => ({
    kind: "annotation",
    day,
    title: `Annotation “${text}”`,
    detail: owner === null ? null : `By ${owner} in Mixpanel.`,
    url: null,
  }));
  return [
    ...releases.map(releaseFound),
    ...recorded.filter((change) => concerns(change, incident)).map(found),
    ...annotations,
  ]
    .filter(({ day }) => day >= window.from && day <= window.to)
    .map(({ version, platform, at, ...change }) => {
      const daysAfterOnset = daysBetween(began, change.day);
      const isNamed = version !== undefined && isNamedBy(incident, version, platform ?? null);
      return {
        ...change,
        daysAfterOnset,
        hoursAfterOnset: at === undefined ? null : hoursAfterOnset(incident.finding.found, timeZone, at),
        isMostLikely: isNamed && daysAfterOnset <= 0,
      };
    })
    .sort(
      (a, b) =>
        Math.abs(a.daysAfterOnset) - Math.abs(b.daysAfterOnset) ||
        a.daysAfterOnset - b.daysAfterOnset ||
        Math.abs(a.hoursAfterOnset ?? 0) - Math.abs(b.hoursAfterOnset ?? 0) ||
        a.title.localeCompare(b.title),
    )
    .slice(0, mostChanges);
}

/** Whether a change may concern the incident: Lexicon changes of other events don't. */
const concerns = ({ kind, subject }: ProjectChange, incident: IncidentRecord): boolean => {
  const { event, property } = namesOf(incident.subject);
  return kind !== "lexicon" || subject === event || subject === property;
};

/** Whether the finding names the version, and also the platform if it is known. */
function isNamedBy(
  { finding: { found } }: IncidentRecord,
  version: string,
  platform: string | null,
): boolean {
  const segments = [found.segment, found.version?.segment, found.version?.platform];
  const named = new Set([
    ...segments.flatMap((segment) => segment?.value ?? []),
    ...(found.cause?.values ?? []).map(({ value }) => value),
  ]);
  return named.has(version) && (platform === null || named.has(platform));
}

const found = ({ kind, day, since, subject, platform, title, detail }: ProjectChange): Found => ({
  ...(kind === "version" && { version: subject, platform: platform ?? null }),
  kind,
  day,
  title,
  detail: since !== undefined && since < day ? `Changed between ${since} and ${day}.` : (detail ?? null),
  url: null,
});

const releaseFound = ({ day, at, version, platform, url }: Release & { day: string }): Found => ({
  kind: "release",
  day,
  at,
  title: `${platform === null ? "Version" : platform} ${version} released`,
  detail: null,
  url,
  version,
  platform,
});
