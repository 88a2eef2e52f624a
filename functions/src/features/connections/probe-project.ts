import type { Connection, Region } from "../../contract/connections.js";
import { regions } from "../../contract/connections.js";
import {
  inferExportTimeBasis,
  TimeBasisEvidenceCounter,
} from "../../engine/profile/export/export-time-basis.js";
import { addMs, dayIn, dayMs, offsetSeconds, secondMs } from "../../common/time.js";
import { isMixpanelError } from "../../ports/mixpanel-error.js";
import type { Mixpanel, MixpanelAccess, MixpanelProject } from "../../ports/mixpanel.js";
import { ndjsonObjects } from "../../common/ndjson.js";
import { failureOf, noProjectAccess, wrongCredentials, wrongRegion } from "./verification-failure.js";

export type ProjectProbe = {
  projectName: string | null;
  capabilities: NonNullable<Connection["capabilities"]>;
};

/** Enough events to find the export time basis by, few enough for one small answer. */
const sampleSize = 200;

/**
 * Tries the account, the region, the project and the plan, cheapest first; at most one export and two queries of the
 * customer's quota. A plan without the Query API is a capability, not a failure.
 * @throws VerificationFailure that says what to do
 */
export async function probeProject(
  mixpanel: Mixpanel,
  access: MixpanelAccess,
  now: Date,
  signal?: AbortSignal,
): Promise<ProjectProbe> {
  const project = await findProject(mixpanel, access, signal);
  const timeZone = knownTimeZone(project?.timeZone) ?? "UTC";
  const evidence = await sampleExport(mixpanel, access, now, signal).catch((error: unknown) => {
    throw failureOf(error, access.projectId, "export");
  });
  const queryApi = await isPermitted(mixpanel.eventNames(access, { limit: 1 }, signal), access.projectId);
  const profiles = await isPermitted(firstProfiles(mixpanel, access, signal), access.projectId);
  const exportTimeBasis = inferExportTimeBasis(evidence, offsetSeconds(timeZone, addMs(now, -2 * dayMs)));
  return {
    projectName: project?.name ?? null,
    capabilities: { timeZone, queryApi, profiles, exportTimeBasis },
  };
}

/** The project as `/me` lists it; null when the account may not ask that. */
async function findProject(
  mixpanel: Mixpanel,
  access: MixpanelAccess,
  signal?: AbortSignal,
): Promise<MixpanelProject | null> {
  let projects: ReadonlyMap<string, MixpanelProject>;
  try {
    projects = await mixpanel.projects(access, signal);
  } catch (error) {
    // An account without the scope for `/me`: the export shows the rest.
    if (isMixpanelError(error, "no-access")) return null;
    if (!isMixpanelError(error, "credentials")) throw failureOf(error, access.projectId, "account");
    const region = await regionThatAnswers(mixpanel, access, signal);
    throw region === null ? wrongCredentials(error) : wrongRegion(region, 401);
  }
  const project = projects.get(access.projectId);
  if (!project) throw noProjectAccess(access.projectId, 404);
  if (project.region !== null && project.region !== access.region) throw wrongRegion(project.region, 404);
  return project;
}

/** A secret is known to one region's cluster only; the others answer 401. */
async function regionThatAnswers(
  mixpanel: Mixpanel,
  access: MixpanelAccess,
  signal?: AbortSignal,
): Promise<Region | null> {
  const others = regions.filter((region) => region !== access.region);
  const answers = await Promise.all(
    others.map((region) =>
      mixpanel.projects({ ...access, region }, signal).then(
        () => true,
        (error: unknown) => isMixpanelError(error, "no-access"),
      ),
    ),
  );
  return others.find((_, index) => answers[index]) ?? null;
}

async function sampleExport(mixpanel: Mixpanel, access: MixpanelAccess, now: Date, signal?: AbortSignal) {
  const day = dayIn("UTC", addMs(now, -2 * dayMs));
  const counter = new TimeBasisEvidenceCounter();
  const stream = await mixpanel.exportEvents(access, { from: day, to: day, limit: sampleSize }, signal);
  for await (const event of ndjsonObjects(stream)) {
    const properties = event.properties as Record<string, unknown> | undefined;
    const { time, mp_processing_time_ms: processedMs, $import: isImport } = properties ?? {};
    if (typeof time === "number" && typeof processedMs === "number" && !isImport)
      counter.add(processedMs / secondMs - time);
  }
  return counter.evidence();
}

async function firstProfiles(
  mixpanel: Mixpanel,
  access: MixpanelAccess,
  signal?: AbortSignal,
): Promise<void> {
  const nobody = {
    where: 'properties["$distinct_id"] == "plumbline-connection-check"',
    outputProperties: [],
  };
  for await (const _ of mixpanel.profiles(access, nobody, signal)) return;
}

/** Whether plan and role permit a call. An hourly limit in the way means that they do. */
async function isPermitted(call: Promise<unknown>, projectId: string): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isMixpanelError(error, "hourly-limit") || isMixpanelError(error, "busy")) return true;
    if (isMixpanelError(error) && !error.isTransient && error.kind !== "credentials") return false;
    throw failureOf(error, projectId, "account");
  }
}

/** Mixpanel also gives aliases such as `US/Pacific`; null for what the runtime does not know. */
function knownTimeZone(timeZone: string | null | undefined): string | null {
  try {
    return timeZone ? new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone : null;
  } catch {
    return null;
  }
}
