import type { Connection } from "../contract/connections.js";
import type { WorkspaceId } from "../contract/workspaces.js";

/** A connection and its project. After a connection moves to another project, the old project's data isn't found anymore. */
export type ProjectRef = Pick<Connection, "id" | "region" | "projectId">;

const project = (workspaceId: WorkspaceId, { id, region, projectId }: ProjectRef) =>
  `workspaces/${workspaceId}/connections/${id}/${region}-${projectId}/`;

/**
 * Every object is below its tenant's prefix, except people's own data, which only they may download.
 * The ids come from a verified token or a run's own document.
 */
export const objectPaths = {
  everything: "workspaces/",
  workspace: (workspaceId: WorkspaceId) => `workspaces/${workspaceId}/`,
  /** Files with people's own data; each is kept for a day. */
  allDataExports: "exports/",
  dataExports: (uid: string) => `exports/${uid}/`,
  dataExport: (uid: string, id: string) => `exports/${uid}/${id}.json`,
  /** A workspace's exported data, for the owner who requested it. */
  workspaceExport: (workspaceId: WorkspaceId, uid: string, id: string) =>
    `workspaces/${workspaceId}/exports/${uid}/${id}.json`,
  /** All data of a connection, for every project it has pointed to. */
  connection: (workspaceId: WorkspaceId, connectionId: string) =>
    `workspaces/${workspaceId}/connections/${connectionId}/`,
  /** Daily aggregates and profile snapshots of one project. */
  project,
  days: (workspaceId: WorkspaceId, of: ProjectRef) => `${project(workspaceId, of)}days/`,
  day: (workspaceId: WorkspaceId, of: ProjectRef, day: string) =>
    `${project(workspaceId, of)}days/${day}.pld`,
  snapshots: (workspaceId: WorkspaceId, of: ProjectRef) => `${project(workspaceId, of)}snapshots/`,
  snapshot: (workspaceId: WorkspaceId, of: ProjectRef, day: string) =>
    `${project(workspaceId, of)}snapshots/${day}.pls`,
  /** Counts per event and day that a run got from the Query API, by the run's last tested day. */
  counts: (workspaceId: WorkspaceId, of: ProjectRef) => `${project(workspaceId, of)}counts/`,
  countsOf: (workspaceId: WorkspaceId, of: ProjectRef, day: string) =>
    `${project(workspaceId, of)}counts/${day}.json`,
  /** What runs saw of the hours of the last days, and what they learned from it of late events. */
  hours: (workspaceId: WorkspaceId, of: ProjectRef) => `${project(workspaceId, of)}hours.json`,
  /** Events per hour of complete days, as runs read them. */
  pastHours: (workspaceId: WorkspaceId, of: ProjectRef) => `${project(workspaceId, of)}past-hours.json`,
  /** What runs with some settings would have found on past days; can be recomputed at any time. */
  replays: (workspaceId: WorkspaceId, of: ProjectRef) => `${project(workspaceId, of)}replays/`,
  replay: (workspaceId: WorkspaceId, of: ProjectRef, key: string) =>
    `${project(workspaceId, of)}replays/${key}.json`,
  replaySuspects: (workspaceId: WorkspaceId, of: ProjectRef, key: string) =>
    `${project(workspaceId, of)}replays/suspects/${key}.json`,
  exclusions: (workspaceId: WorkspaceId, of: ProjectRef, key: string) =>
    `${project(workspaceId, of)}exclusions/${key}.json`,
  /** Events with more occurrences per day than a task can read, and the day on which that was noticed. */
  tooLargeEvents: (workspaceId: WorkspaceId, of: ProjectRef) =>
    `${project(workspaceId, of)}too-large-events.json`,
  segmentPlan: (workspaceId: WorkspaceId, of: ProjectRef, key: string) =>
    `${project(workspaceId, of)}segments/${key}.json`,
  /** The names in the project's data, and what is new about them. */
  names: (workspaceId: WorkspaceId, of: ProjectRef) => `${project(workspaceId, of)}names.json`,
  /** The project's saved objects and annotations. */
  projectContext: (workspaceId: WorkspaceId, of: ProjectRef) => `${project(workspaceId, of)}context.json`,
  /** Changes in a month (YYYY-MM), one object per change. */
  changes: (workspaceId: WorkspaceId, of: ProjectRef, month: string) =>
    `${project(workspaceId, of)}changes/${month}`,
  change: (workspaceId: WorkspaceId, of: ProjectRef, day: string, key: string) =>
    `${project(workspaceId, of)}changes/${day}-${key}.json`,

  run: (workspaceId: WorkspaceId, runId: string) => `workspaces/${workspaceId}/runs/${runId}/`,
  /** Data that a run keeps between its steps; deleted when it ends. */
  runWork: (workspaceId: WorkspaceId, runId: string) => `workspaces/${workspaceId}/runs/${runId}/work/`,
  runCounts: (workspaceId: WorkspaceId, runId: string) =>
    `workspaces/${workspaceId}/runs/${runId}/work/counts.json`,
  runHours: (workspaceId: WorkspaceId, runId: string) =>
    `workspaces/${workspaceId}/runs/${runId}/work/hours.json`,
  runProfiles: (workspaceId: WorkspaceId, runId: string) =>
    `workspaces/${workspaceId}/runs/${runId}/work/profiles.pls`,
  /** Events that the Query API lists for a run's days. */
  runKnownEvents: (workspaceId: WorkspaceId, runId: string) =>
    `workspaces/${workspaceId}/runs/${runId}/work/events.json`,
  /** Names of the events in one of the groups that a day is read in. */
  runEventGroup: (workspaceId: WorkspaceId, runId: string, key: string) =>
    `workspaces/${workspaceId}/runs/${runId}/work/groups/${key}.json`,
  /** A day's aggregates of these groups, until they are merged. */
  runGroupsOfDay: (workspaceId: WorkspaceId, runId: string, day: string) =>
    `workspaces/${workspaceId}/runs/${runId}/work/days/${day}/`,
  runGroupOfDay: (workspaceId: WorkspaceId, runId: string, day: string, key: string) =>
    `workspaces/${workspaceId}/runs/${runId}/work/days/${day}/${key}.pld`,
  runCauseDay: (workspaceId: WorkspaceId, runId: string, day: string) =>
    `workspaces/${workspaceId}/runs/${runId}/work/cause/${day}.pld`,
  runCauseDone: (workspaceId: WorkspaceId, runId: string) =>
    `workspaces/${workspaceId}/runs/${runId}/work/cause.json`,
  /** What the run says of incidents, recorded once the run is committed. */
  runVerdicts: (workspaceId: WorkspaceId, runId: string) =>
    `workspaces/${workspaceId}/runs/${runId}/verdicts.json`,
  /** The names that the run saw, until they are recorded. */
  runNames: (workspaceId: WorkspaceId, runId: string) => `workspaces/${workspaceId}/runs/${runId}/names.json`,
  detectorCsv: (workspaceId: WorkspaceId, runId: string, key: string) =>
    `workspaces/${workspaceId}/runs/${runId}/${key}.csv`,
  detectorFindings: (workspaceId: WorkspaceId, runId: string, key: string) =>
    `workspaces/${workspaceId}/runs/${runId}/${key}.findings.ndjson`,
} as const;

/** Whether the object is a workspace's exported data. */
export const isExportPath = (path: string): boolean => /^workspaces\/[^/]+\/exports\//.test(path);

/** Whether the object belongs to a replay. */
export const isReplayPath = (path: string): boolean =>
  /^workspaces\/[^/]+\/connections\/.+\/replays\//.test(path);

/** The day in the name of a daily object; null for other objects. */
export const dayOfPath = (path: string): string | null =>
  /\/(?:days|snapshots|counts)\/(\d{4}-\d{2}-\d{2})\.[a-z]+$/.exec(path)?.[1] ?? null;
