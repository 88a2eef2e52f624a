import { type Connection, type Region, regions } from "../../contract/connections.js";
import { mostDaysRead } from "../../contract/detectors.js";
import { inferExportTimeBasis, TimeBasisEvidenceCounter } from "../../profiler/index.js";
import { addMs, dayIn, dayMs, offsetSeconds, secondMs } from "../../common/time.js";
import { isMixpanelError } from "../../ports/mixpanel-error.js";
import type { Mixpanel, MixpanelAccess, MixpanelProject } from "../../ports/mixpanel.js";
import { ndjsonObjects } from "../../common/ndjson.js";
import { failureOf, noProjectAccess, wrongCredentials, wrongRegion } from "./verification-failure.js";

export type ProjectProbe = {
  projectName: string | null;
  capabilities: NonNullable<Connection["capabilities"]>;
};

/** Enough events to infer the export time basis, few enough for one small response. */
const sampleSize = 200;

/**
 * Checks the account, region, project and plan, cheapest first. Uses at most two exports and two queries of
 * the customer's quota. A plan without the Query API or with a short history is reported as a capability, not
 * a failure.
 * @throws VerificationFailure that says what to do
 */
export async function probeProject(
  mixpanel: Mixpanel,
  access: MixpanelAccess,
  now: Date,
  { tryOtherRegions, signal }: { tryOtherRegions: boolean; signal?: AbortSignal },
): Promise<ProjectProbe> {
  const project = await findProject(mixpanel, access, tryOtherRegions, signal);
  const timeZone = knownTimeZone(project?.timeZone) ?? "UTC";
  const evidence = await sampleExport(mixpanel, access, now, signal).catch((error: unknown) => {
    throw failureOf(error, access.projectId, "export");
  });
  const oldest = {
    from: dayIn(timeZone, addMs(now, -mostDaysRead * dayMs)),
    to: dayIn(timeZone, addMs(now, -dayMs)),
  };
  const query = await probe(mixpanel.eventNames(access, { limit: 1, ...oldest }, signal), access.projectId);
  // Without the Query API, exporting the oldest day shows how far back the plan reaches.
  const history = query.isPermitted
    ? query
    : await probe(
        mixpanel
          .exportEvents(access, { from: oldest.from, to: oldest.from, limit: 1 }, signal)
          .then(readToEnd),
        access.projectId,
      );
  const profiles = await probe(firstProfiles(mixpanel, access, signal), access.projectId);
  const exportTimeBasis = inferExportTimeBasis(evidence, offsetSeconds(timeZone, addMs(now, -2 * dayMs)));
  return {
    projectName: project?.name ?? null,
    capabilities: {
      timeZone,
      queryApi: query.isPermitted,
      profiles: profiles.isPermitted,
      exportTimeBasis,
      historyDays: history.historyDays,
    },
  };
}

/** The project as `/me` lists it; null if the account may not call `/me`. */
async function findProject(
  mixpanel: Mixpanel,
  access: MixpanelAccess,
  tryOtherRegions: boolean,
  signal?: AbortSignal,
): Promise<MixpanelProject | null> {
  let projects: ReadonlyMap<string, MixpanelProject>;
  try {
    projects = await mixpanel.projects(access, signal);
  } catch (error) {
    // The account lacks the scope for `/me`; the export will show whether it has access.
    if (isMixpanelError(error, "no-access")) return null;
    if (!isMixpanelError(error, "credentials")) throw failureOf(error, access.projectId, "account");
    // Send a secret only to the region that its owner chose, unless they ask to try others.
    const region = tryOtherRegions ? await regionThatAnswers(mixpanel, access, signal) : null;
    throw region === null ? wrongCredentials(error) : wrongRegion(region, 401);
  }
  const project = projects.get(access.projectId);
  if (!project) throw noProjectAccess(access.projectId, 404);
  if (project.region !== null && project.region !== access.region) throw wrongRegion(project.region, 404);
  return project;
}

/**
 * The other region that accepts the secret, or null. Each secret is known to one region only; others answer
 * 401.
 */
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

async function readToEnd(stream: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of stream);
}

type Probed = { isPermitted: boolean; historyDays: number | null };

/**
 * Whether the plan and role permit a call, and how far back. If the hourly limit is used up, the call counts
 * as permitted.
 */
async function probe(call: Promise<unknown>, projectId: string): Promise<Probed> {
  const permitted = { isPermitted: true, historyDays: null };
  try {
    await call;
    return permitted;
  } catch (error) {
    if (isMixpanelError(error, "hourly-limit") || isMixpanelError(error, "busy")) return permitted;
    if (isMixpanelError(error, "history")) return { isPermitted: true, historyDays: error.historyDays };
    if (isMixpanelError(error) && !error.isTransient && error.kind !== "credentials")
      return { isPermitted: false, historyDays: null };
    throw failureOf(error, projectId, "account");
  }
}

/**
 * Resolves aliases that Mixpanel uses, such as `US/Pacific`; null for zones that the runtime doesn't know.
 */
function knownTimeZone(timeZone: string | null | undefined): string | null {
  try {
    return timeZone ? new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone : null;
  } catch {
    return null;
  }
}
