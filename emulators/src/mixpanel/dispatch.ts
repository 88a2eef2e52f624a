import { setTimeout as sleep } from "node:timers/promises";
import type { ProjectCall, ProjectEndpoint } from "./endpoints/endpoint.js";
import { annotations } from "./endpoints/annotations.js";
import { engage, engageProperties, isSessionPage } from "./endpoints/engage.js";
import { eventNames, events } from "./endpoints/events.js";
import { rawExport } from "./endpoints/export.js";
import { me } from "./endpoints/me.js";
import { isSavedList, saved } from "./endpoints/saved.js";
import type { Fault } from "./faults.js";
import { addDays, dayIn, isDay } from "./data/days.js";
import type { Call } from "./http/call.js";
import { Failure } from "./http/failure.js";
import { replyJson } from "./http/reply.js";
import { type AccountDefinition, accountDefinitions, type Role } from "./projects.js";
import type { Project, World } from "./world.js";

/** Paths below `/api/query/` and its older name `/api/2.0/`. */
const queryRoutes: Readonly<Record<string, ProjectEndpoint>> = {
  events,
  "events/names": eventNames,
  engage,
  "engage/properties": engageProperties,
};

/** The endpoint and project under which a call is recorded in the journal. */
export type Place = { endpoint: string; projectId: string | undefined };

export function placeOf(call: Call): Place {
  if (call.host !== "app") return { endpoint: call.path, projectId: call.params.get("project_id") };
  const [, projectId, resource] = /^projects\/([^/]+)\/([^/]+)/.exec(call.path) ?? [];
  return { endpoint: resource ?? call.path, projectId };
}

/**
 * Answers a call. It checks credential, project, plan, role, faults and budget, in this order, then calls the
 * endpoint.
 * @throws Failure for every answer except the endpoint's own
 */
export async function dispatch(world: World, call: Call, { endpoint, projectId }: Place): Promise<void> {
  if (call.faults.some(({ kind }) => kind === "revoked-secret")) throw new Failure(401, INVALID_CREDENTIALS);
  const account = authenticate(world, call);
  if (call.host === "app" && projectId === undefined) {
    await delays(call);
    return answerAccount(world, call, account);
  }
  const { project, role } = authorize(world, call, account, projectId);
  const given: ProjectCall = { world, call, account, project, role };
  if (call.host === "app") {
    await delays(call);
    return call.faults.some(({ kind }) => kind === "endless-body")
      ? answerEndlessly(call)
      : answerApp(given, endpoint);
  }
  const route = call.host === "export" ? rawExport : queryRoutes[call.path];
  if (!route) throw new Failure(404, "Not found");
  checkPlanAndRole(given);
  checkHistory(given);
  for (const fault of call.faults) refuse(project, call, fault);
  if (isSessionPage(call)) {
    await delays(call);
    return route(given);
  }
  const finished =
    call.host === "export" ? project.budgets.startExport() : project.budgets.startQuery(call.shownUrl);
  // A query or export counts as running until its answer has been read.
  call.response.once("close", finished);
  await delays(call);
  await route(given);
}

function answerAccount(world: World, call: Call, account: AccountDefinition): void {
  for (const fault of call.faults) refuse(null, call, fault);
  if (call.path === "me") me(world, call, account);
  else throw new Failure(404, "Not found");
}

function answerApp(given: ProjectCall, endpoint: string): void {
  const { call, project } = given;
  for (const fault of call.faults) refuse(project, call, fault);
  const [, , , id] = call.path.split("/").map(decodeURIComponent);
  if (endpoint === "schemas" && id === undefined) replyJson(call, { status: "ok", results: project.schemas });
  else if (endpoint === "annotations") annotations(given, id);
  else if (isSavedList(endpoint)) saved(given, endpoint);
  else throw new Failure(404, "Not found");
}

/**
 * The Free plan includes the export and Engage, but not the Query API. Profiles need a separate permission.
 */
function checkPlanAndRole({ call, project, role }: ProjectCall): void {
  const isEngage = call.path === "engage" || call.path.startsWith("engage/");
  if (call.host === "query" && project.plan === "free" && !isEngage) throw planFailure();
  if (isEngage && (role === "events_only" || role === "consumer")) {
    throw new Failure(403, "Forbidden: your role does not allow exporting users");
  }
}

/** Plans limit how far back a query or an export may start. */
function checkHistory({ world, call, project }: ProjectCall): void {
  const from = call.params.get("from_date");
  if (project.historyDays === null || from === undefined || !isDay(from)) return;
  const oldest = addDays(dayIn(project.timeZone, world.now().getTime()), -project.historyDays);
  if (from < oldest) throw new Failure(403, `Date range exceeds ${project.historyDays} days into the past`);
}

const planFailure = (): Failure =>
  new Failure(402, "Your plan does not allow API calls. Upgrade at mixpanel.com/pricing");

/**
 * Waits for the call's delay faults. This comes after the budget check, because a slow answer counts as
 * running the whole time.
 */
async function delays({ faults, response }: Call): Promise<void> {
  for (const { kind, delayMs } of faults) {
    if (kind === "slow-first-byte") await sleep(delayMs);
    if (kind === "hang" && !response.destroyed)
      await new Promise((resolve) => response.once("close", resolve));
  }
}

/** An answer that never ends, sent as fast as it is read. */
async function answerEndlessly({ response }: Call): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"status":"ok","results":[{"id":1,"text":"');
  const piece = "x".repeat(1 << 16);
  while (!response.destroyed) {
    if (response.write(piece)) continue;
    await new Promise<void>((resolve) => {
      response.once("drain", resolve);
      response.once("close", resolve);
    });
  }
}

function refuse(project: Project | null, call: Call, fault: Fault): void {
  switch (fault.kind) {
    case "payment-required":
      throw planFailure();
    case "forbidden":
      throw new Failure(403, "Forbidden: not a project member");
    case "unknown-shape":
      throw new Failure(200, "", {}, '{"status":"ok","results":{"items":{"v3":true}}}');
    case "html-page":
      throw new Failure(200, "", {}, "<!doctype html><html><body><h1>Log in to Mixpanel</h1></body></html>");
    case "huge-answer":
      throw new Failure(200, "", {}, hugeAnswer());
    case "server-error":
      throw new Failure(
        fault.status,
        "Server error",
        {},
        `<html><head><title>${fault.status}</title></head><body><h1>${fault.status} Server Error</h1></body></html>`,
      );
    case "rate-limit-hourly":
    case "rate-limit-concurrency":
    case "rate-limit-shedding":
      throw limited(project, call, fault);
    default:
  }
}

/** About 10 MB of reports without content. */
const hugeAnswer = (): string =>
  JSON.stringify({
    status: "ok",
    results: Array.from({ length: 1_000 }, (_, id) => ({
      id,
      name: "x".repeat(10_000),
      type: "insights",
      params: {},
    })),
  });

function limited(project: Project | null, call: Call, fault: Fault): Failure {
  if (!project) return new Failure(429, "Too many requests", { "Retry-After": String(fault.retryAfter) });
  const isHourly = fault.kind === "rate-limit-hourly";
  if (call.host === "export") return project.budgets.exportTrip(isHourly ? 3600 : fault.retryAfter);
  if (fault.kind === "rate-limit-shedding") return project.budgets.loadShedding();
  return isHourly
    ? project.budgets.hourlyTrip(call.shownUrl)
    : project.budgets.concurrencyTrip(call.shownUrl);
}

const INVALID_CREDENTIALS = "Invalid service account credentials";

/**
 * Returns the account in the Basic header.
 * @throws Failure 401 for a wrong secret, an unknown name or another region's account. An expired account
 *   gets 401 from the App API and Mixpanel's 400 "Unable to authenticate request" from the others
 */
function authenticate(world: World, call: Call): AccountDefinition {
  const pair = credentialsOf(String(call.request.headers.authorization ?? ""));
  const account = accountDefinitions.find(({ username }) => username === pair?.username);
  if (!account || account.secret !== pair?.secret || account.region !== call.region) {
    throw new Failure(401, INVALID_CREDENTIALS);
  }
  if (account.expires !== null && Date.parse(account.expires) <= world.now().getTime()) {
    if (call.host === "app") throw new Failure(401, INVALID_CREDENTIALS);
    throw new Failure(400, "Unable to authenticate request");
  }
  return account;
}

/**
 * Returns the project that the call names.
 * @throws Failure 401 without an id (Mixpanel then looks for a project secret), 400 for an invalid id, 403 if
 *   the account has no role there
 */
function authorize(
  world: World,
  call: Call,
  account: AccountDefinition,
  projectId: string | undefined,
): { project: Project; role: Role } {
  if (projectId === undefined || projectId === "") {
    throw new Failure(401, "Unauthorized, invalid project secret. See docs for more information");
  }
  const project = /^\d{1,12}$/.test(projectId) ? world.project(Number(projectId)) : null;
  if (!project || project.region !== call.region) throw new Failure(400, "Invalid project ID");
  const role = account.roles[project.id];
  if (!role) throw new Failure(403, `Unauthorized, ${account.username} is not a project member`);
  return { project, role };
}

/** Mixpanel accepts base64 and also the plain pair after `Basic `. */
function credentialsOf(header: string): { username: string; secret: string } | null {
  const [, token] = /^Basic +(.+)$/i.exec(header) ?? [];
  if (!token) return null;
  const pair = token.includes(":") ? token : Buffer.from(token, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon < 0 ? null : { username: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}
