import type { Connection } from "../../contract/connections.js";

/** A connection and where it points: after it was pointed elsewhere nothing learnt before is found under its name. */
export type ProjectName = Pick<Connection, "id" | "region" | "projectId">;

const project = (uid: string, { id, region, projectId }: ProjectName) =>
  `users/${uid}/connections/${id}/${region}-${projectId}/`;

/** Every object lies below its tenant's prefix; the uid comes from a verified token or a run's own document. */
export const objectPaths = {
  everything: "users/",
  /** Everything learnt through a connection, of whichever projects it has pointed to. */
  connection: (uid: string, connectionId: string) => `users/${uid}/connections/${connectionId}/`,
  /** Daily aggregates and profile snapshots of one project. */
  project,
  days: (uid: string, of: ProjectName) => `${project(uid, of)}days/`,
  day: (uid: string, of: ProjectName, day: string) => `${project(uid, of)}days/${day}.pld`,
  snapshots: (uid: string, of: ProjectName) => `${project(uid, of)}snapshots/`,
  snapshot: (uid: string, of: ProjectName, day: string) => `${project(uid, of)}snapshots/${day}.pls`,
  exclusions: (uid: string, of: ProjectName, key: string) => `${project(uid, of)}exclusions/${key}.json`,

  run: (uid: string, runId: string) => `users/${uid}/runs/${runId}/`,
  /** What a run keeps between its steps; gone when it ends. */
  runWork: (uid: string, runId: string) => `users/${uid}/runs/${runId}/work/`,
  runCounts: (uid: string, runId: string) => `users/${uid}/runs/${runId}/work/counts.json`,
  runProfiles: (uid: string, runId: string) => `users/${uid}/runs/${runId}/work/profiles.pls`,
  runCauseDay: (uid: string, runId: string, day: string) =>
    `users/${uid}/runs/${runId}/work/cause/${day}.pld`,
  runCauseDone: (uid: string, runId: string) => `users/${uid}/runs/${runId}/work/cause.json`,
  runReport: (uid: string, runId: string) => `users/${uid}/runs/${runId}/report.json`,
  /** Rows that the next run compares itself with. */
  runFindings: (uid: string, runId: string) => `users/${uid}/runs/${runId}/findings.json`,
  detectorCsv: (uid: string, runId: string, key: string) => `users/${uid}/runs/${runId}/${key}.csv`,
  detectorRows: (uid: string, runId: string, key: string) => `users/${uid}/runs/${runId}/${key}.rows.json`,
  detectorTable: (uid: string, runId: string, key: string) => `users/${uid}/runs/${runId}/${key}.table.json`,
} as const;

/** The day in the name of a daily object, null for any other. */
export const dayOfPath = (path: string): string | null =>
  /\/(?:days|snapshots)\/(\d{4}-\d{2}-\d{2})\.[a-z]+$/.exec(path)?.[1] ?? null;
