import type { Dependencies } from "../../features/dependencies.js";
import { cancelRun } from "../../features/runs/cancel-run.js";
import { deleteRun } from "../../features/runs/delete-run.js";
import { getCsvData } from "../../features/runs/get-csv-data.js";
import { getDetectorResult } from "../../features/runs/get-detector-result.js";
import { getDownload } from "../../features/runs/get-download.js";
import { getReport } from "../../features/runs/get-report.js";
import { listActiveRuns, listRuns, listSetupRuns } from "../../features/runs/list-runs.js";
import { startRun } from "../../features/runs/start-run.js";
import { unsubscribe, unsubscribePage } from "../../features/notifications/unsubscribe.js";
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
  | "unsubscribeOneClick";

export const runHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  startRun: ({ actor, params }) => startRun(deps, actor.uid, params.id),
  listSetupRuns: async ({ actor, params, query }) =>
    page(await listSetupRuns(deps, actor.uid, params.id, query)),
  listRuns: async ({ actor, query }) => page(await listRuns(deps, actor.uid, query)),
  listActiveRuns: ({ actor }) => listActiveRuns(deps, actor.uid),
  cancelRun: ({ actor, params }) => cancelRun(deps, actor.uid, params.runId, actor.email),
  deleteRun: async ({ actor, params }) => {
    await deleteRun(deps, actor.uid, params.runId);
    return undefined;
  },
  getRunReport: ({ actor, params }) => getReport(deps, actor.uid, params.runId),
  getDetectorResult: ({ actor, params }) =>
    getDetectorResult(deps, actor.uid, params.runId, params.detectorId),
  getCsvData: ({ actor, params }) => getCsvData(deps, actor.uid, params.runId, params.detectorId),
  getDownload: ({ actor, params }) => getDownload(deps, actor.uid, params.runId, params.detectorId),
  unsubscribe: ({ query }) => html(unsubscribePage(deps, query.token)),
  unsubscribeOneClick: async ({ query }) => html(await unsubscribe(deps, query.token)),
});
