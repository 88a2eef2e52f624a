import { workspaceIdSchema } from "../../../functions/src/contract/workspaces.js";

export const workspaceId = workspaceIdSchema.parse("big");
export const project = { id: "c1", projectId: "1", region: "us" } as const;
export const noExclusions = {
  events: new Set<string>(),
  eventProperties: new Map(),
  userProperties: new Set<string>(),
};
export const basis = { exportTimeBasis: "utc", timeZone: "UTC", exclusions: noExclusions, segmentsKey: null };
