import { randomUUID } from "node:crypto";
import { type Profile, profilesAt } from "../data/profiles.js";
import type { Call } from "../http/call.js";
import { Failure } from "../http/failure.js";
import { limitParam, stringList } from "../http/params.js";
import { replyJson } from "../http/reply.js";
import { whereParam } from "../http/where.js";
import type { ProjectCall, ProjectEndpoint } from "./endpoint.js";
import { numericId } from "./export-faults.js";

const PAGE_SIZE = 1000;
/** The most sessions that are kept; the oldest is dropped first. */
const MAX_SESSIONS = 50;

/** True for a page after the first, which Mixpanel does not count against the hourly budget. */
export const isSessionPage = (call: Call): boolean =>
  /^engage\/?$/.test(call.path) && Boolean(call.params.get("session_id"));

/** `/engage`: profiles in pages of 1000; a session keeps the state of its first page. */
export const engage: ProjectEndpoint = (given) => {
  const { world, call, project } = given;
  const page = Number(call.params.get("page") ?? 0);
  if (!Number.isInteger(page) || page < 0) throw new Failure(400, `Invalid value for page: ${page}`);
  const asked = call.params.get("session_id");
  if (page > 0 && !asked) throw new Failure(400, "session_id is required for pages after the first");
  const key = asked ? `${project.id}/${asked}` : null;
  const known = key === null ? undefined : world.sessions.get(key);
  if (key !== null && !known) throw new Failure(400, "request for page in uncached query for params");
  const sessionId = asked ?? `${Math.floor(world.now().getTime() / 1000)}-${randomUUID().slice(0, 6)}`;
  const profiles = known ?? selectProfiles(given);
  if (!known) remember(given, sessionId, profiles);
  const wanted = stringList(call, "output_properties");
  const results = brokenPage(call, profiles.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
  replyJson(call, {
    page,
    page_size: PAGE_SIZE,
    ...(page === 0 ? { total: profiles.length } : {}),
    session_id: sessionId,
    status: "ok",
    results: wanted ? results.map((profile) => narrowed(profile, wanted)) : results,
  });
};

/**
 * Applies the call's faults to a page: leaves out its last profiles although `total` counts them, or makes
 * ids numeric.
 */
function brokenPage({ faults }: Call, profiles: readonly Profile[]): readonly Profile[] {
  let page = profiles;
  for (const { kind, share, every } of faults) {
    if (kind === "short-page") page = page.slice(0, Math.floor(page.length * (1 - share)));
    if (kind === "numeric-distinct-id")
      page = page.map((profile, index) =>
        // Mixpanel keeps the type that a customer sent, although the type of a profile doesn't allow it.
        index % every === 0
          ? { ...profile, $distinct_id: numericId(profile.$distinct_id) as never }
          : profile,
      );
  }
  return page;
}

/** `/engage/properties`: how many profiles have each property. */
export const engageProperties: ProjectEndpoint = (given) => {
  const found = new Map<string, { count: number; type: string }>();
  for (const { $properties } of selectProfiles(given)) {
    for (const [name, value] of Object.entries($properties)) {
      if (value === null) continue;
      const known = found.get(name) ?? { count: 0, type: Array.isArray(value) ? "list" : typeof value };
      found.set(name, { ...known, count: known.count + 1 });
    }
  }
  const top = [...found].sort((a, b) => b[1].count - a[1].count);
  const results = Object.fromEntries(top.slice(0, limitParam(given.call, 255)));
  replyJson(given.call, { status: "ok", results });
};

/** The profiles that a call's `where` selects. */
function selectProfiles({ world, call, project }: ProjectCall): readonly Profile[] {
  const where = whereParam(call);
  return profilesAt(project.dataset, world.now().getTime()).filter(
    ({ $distinct_id, $properties }) => !where || where({ properties: { ...$properties, $distinct_id } }),
  );
}

function remember({ world, project }: ProjectCall, sessionId: string, profiles: readonly Profile[]): void {
  world.sessions.set(`${project.id}/${sessionId}`, profiles);
  const [oldest] = world.sessions.keys();
  if (world.sessions.size > MAX_SESSIONS && oldest) world.sessions.delete(oldest);
}

const narrowed = ({ $distinct_id, $properties }: Profile, wanted: readonly string[]): Profile => ({
  $distinct_id,
  $properties: Object.fromEntries(
    wanted.filter((name) => name in $properties).map((name) => [name, $properties[name]]),
  ),
});
