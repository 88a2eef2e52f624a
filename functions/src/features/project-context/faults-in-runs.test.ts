import { afterEach, expect, it, vi } from "vitest";
import { mixpanelClient } from "../../adapters/mixpanel/mixpanel-client.js";
import { objectPaths } from "../../common/object-paths.js";
import { minuteMs } from "../../common/time.js";
import {
  connectionId,
  deliver,
  project,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../testing/run-world.js";
import { noAnnotations } from "../connections/annotation-state.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { writeAnnotations } from "./annotations/write-annotations.js";
import { readProjectContext } from "./read-project-context.js";
import { getReport } from "../reports/get-report.js";

/** A response that never ends until the request is aborted. */
const endless = (signal: AbortSignal) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"results": ['));
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    }),
  );

const faults: Record<string, (signal: AbortSignal) => Response> = {
  "403": () => new Response('{"error":"Forbidden"}', { status: 403 }),
  "404": () => new Response("Not found", { status: 404 }),
  "429": () => new Response('{"error":"Too many requests"}', { status: 429 }),
  "500": () => new Response("", { status: 500 }),
  HTML: () => new Response("<!doctype html><title>Log in</title>"),
  "an unknown shape": () => new Response('{"results": [{"no": "id"}], "status": 7}'),
  "an endless body": endless,
};

const endpoints = [
  "bookmarks",
  "dashboards",
  "cohorts",
  "custom_events",
  "custom_properties",
  "metrics",
  "alerts",
  "annotations",
  "schemas",
  "writing annotations",
] as const;

/**
 * A world whose requests for saved items, Lexicon and annotations go over HTTP and are answered by `answer`.
 */
async function worldAnsweredBy(answer: (path: string, init: RequestInit) => Response) {
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => answer(new URL(url).pathname, init));
  const deps = await runWorld();
  const client = mixpanelClient({ baseUrl: "http://mixpanel.test", savedTimeoutMs: 60 });
  const { savedItems, lexicon, createAnnotation, changeAnnotation, deleteAnnotation } = client;
  Object.assign(deps.mixpanel, { savedItems, lexicon, createAnnotation, changeAnnotation, deleteAnnotation });
  await deps.connections.changeAnnotations(workspaceId, connectionId, () => ({
    ...noAnnotations,
    isOn: true,
  }));
  return deps;
}

/** Starts a run and returns its outcome without ids: status, summary, report and emails. */
async function outcomeOf(deps: Awaited<ReturnType<typeof runWorld>>) {
  await startRun(deps, workspaceId, setupId);
  await deliver(deps);
  const [run] = await runsOf(deps);
  const report = await getReport(deps, workspaceId, run!.id);
  return {
    status: run!.status,
    summary: run!.summary,
    report: JSON.stringify(report.detectors).replaceAll(/"id":"[^"]*"/g, ""),
    mails: deps.mailer.sent.map(({ subject }) => subject),
  };
}

const empty = () => new Response('{"results": []}');
afterEach(() => vi.unstubAllGlobals());

it.each(endpoints)(
  "%s: whatever Mixpanel answers, the run and its report stay the same",
  async (endpoint) => {
    const usual = await outcomeOf(await worldAnsweredBy(empty));
    expect(usual).toMatchObject({
      status: "completed",
      mails: [expect.stringContaining("plan missing on 100% of Sign Up")],
    });
    let fault = faults["403"]!;
    const asked = new Set<unknown>();
    const deps = await worldAnsweredBy((path, { method, signal }) => {
      const isWriting = method !== "GET" && path.includes("/annotations/");
      const isHit = isWriting ? endpoint === "writing annotations" : path.split("/").includes(endpoint);
      if (!isHit) return empty();
      asked.add(fault);
      return fault(signal!);
    });
    const context = objectPaths.projectContext(workspaceId, project);
    const readings: Promise<void>[] = [];
    const readAgain = async () => {
      await deps.objects.delete(context);
      readings.push(readProjectContext(deps, { workspaceId, connectionId }));
      // An endless Lexicon response is aborted after eight minutes; nothing waits for it.
      if (endpoint !== "schemas" || fault !== endless) await readings.at(-1);
    };
    for (fault of Object.values(faults)) await readAgain();
    expect(await outcomeOf(deps)).toEqual(usual);
    const { length } = deps.mailer.sent;
    const incidents = await deps.incidents.followed(workspaceId, connectionId);
    for (fault of Object.values(faults)) {
      await deps.connections.changeAnnotations(workspaceId, connectionId, () => ({
        ...noAnnotations,
        isOn: true,
      }));
      await writeAnnotations(deps, workspaceId, connectionId);
      deps.clock.advance(minuteMs);
    }
    expect(asked.size).toBe(Object.keys(faults).length);
    expect(await deps.incidents.followed(workspaceId, connectionId)).toEqual(incidents);
    expect(deps.mailer.sent).toHaveLength(length);
  },
);
