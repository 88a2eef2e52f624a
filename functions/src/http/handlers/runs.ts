import type { Dependencies } from "../../composition/dependencies.js";
import { cancelRun } from "../../features/runs/lifecycle/cancel-run.js";
import { deleteRun } from "../../features/runs/lifecycle/delete-run.js";
import { getCsvData } from "../../features/reports/get-csv-data.js";
import { getDetectorResult } from "../../features/reports/get-detector-result.js";
import { getDownload } from "../../features/reports/get-download.js";
import { getReport } from "../../features/reports/get-report.js";
import { listActiveRuns, listRuns, listSetupRuns } from "../../features/reports/list-runs.js";
import { startRun } from "../../features/runs/lifecycle/start-run.js";
import { subscribeAgain, subscribePage } from "../../features/mails/subscribe-again.js";
import { unsubscribe, unsubscribePage } from "../../features/mails/unsubscribe.js";
import { type Handlers, html, page } from "../endpoint.js";

type Names =
  | "startRun"
  | "listSetupRuns"
  | "listRuns"
  | "listActiveRuns"
  | "cancelRun"
  | "deleteRun"
  | "getRunReport"
  | "getDetectorResult"
  | "getCsvData"
  | "getDownload"
  | "unsubscribe"
  | "unsubscribeOneClick"
  | "subscribe"
  | "confirmSubscription";

export const runHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  startRun: ({ actor, params }) => startRun(deps, actor.workspaceId, params.id),
  listSetupRuns: async ({ actor, params, query }) =>
    page(await listSetupRuns(deps, actor.workspaceId, params.id, query)),
  listRuns: async ({ actor, query }) => page(await listRuns(deps, actor.workspaceId, query)),
  listActiveRuns: ({ actor }) => listActiveRuns(deps, actor),
  cancelRun: ({ actor, params }) => cancelRun(deps, actor.workspaceId, params.runId, actor.email),
  deleteRun: async ({ actor, params }) => {
    await deleteRun(deps, actor.workspaceId, params.runId);
    return undefined;
  },
  getRunReport: ({ actor, params }) => getReport(deps, actor.workspaceId, params.runId),
  getDetectorResult: ({ actor, params }) =>
    getDetectorResult(deps, actor.workspaceId, params.runId, params.detectorId),
  getCsvData: ({ actor, params }) => getCsvData(deps, actor.workspaceId, params.runId, params.detectorId),
  getDownload: ({ actor, params }) => getDownload(deps, actor.workspaceId, params.runId, params.detectorId),
  unsubscribe: ({ query }) => html(unsubscribePage(deps, query.token)),
  unsubscribeOneClick: async ({ query }) => html(await unsubscribe(deps, query.token)),
  subscribe: ({ query }) => html(subscribePage(deps, query.token)),
  confirmSubscription: async ({ query }) => html(await subscribeAgain(deps, query.token)),
});
