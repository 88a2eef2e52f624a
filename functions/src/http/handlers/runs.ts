import type { Run } from "../../contract/runs.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { cancelRun } from "../../features/runs/lifecycle/cancel-run.js";
import { deleteRun } from "../../features/runs/lifecycle/delete-run.js";
import { getCsvData } from "../../features/reports/get-csv-data.js";
import { getDetectorResult } from "../../features/reports/get-detector-result.js";
import { getDownload } from "../../features/reports/get-download.js";
import { getReport } from "../../features/reports/get-report.js";
import * as runs from "../../features/reports/list-runs.js";
import { startRun } from "../../features/runs/lifecycle/start-run.js";
import { subscribeAgain, subscribePage } from "../../features/mails/subscribe-again.js";
import { unsubscribe, unsubscribePage } from "../../features/mails/unsubscribe.js";
import { displayNameOf } from "../../features/workspaces/actor.js";
import { audited, recordAudit } from "../../features/workspaces/audit.js";
import { type Handlers, html, page } from "../endpoint.js";

/** Names a run by its setup and creation, which stay known after it is deleted. */
const runText = ({ setup, createdAt }: Pick<Run, "setup" | "createdAt">): string =>
  `${setup.name}, ${createdAt.slice(0, 16).replace("T", " ")} UTC`;

export const runHandlers = (deps: Dependencies) =>
  ({
    startRun: ({ actor, params }) =>
      audited(
        deps,
        actor,
        "run.started",
        startRun(deps, actor.workspaceId, params.id),
        (run) => run.setup.name,
      ),
    listSetupRuns: async ({ actor, params, query }) =>
      page(await runs.listSetupRuns(deps, actor.workspaceId, params.id, query)),
    listRuns: async ({ actor, query }) => page(await runs.listRuns(deps, actor.workspaceId, query)),
    listSetupResults: ({ actor }) => runs.listSetupResults(deps, actor.workspaceId),
    listActiveRuns: ({ actor }) => runs.listActiveRuns(deps, actor),
    cancelRun: ({ actor, params }) =>
      audited(
        deps,
        actor,
        "run.canceled",
        cancelRun(deps, actor.workspaceId, params.runId, displayNameOf(actor)),
        runText,
      ),
    deleteRun: async ({ actor, params }) => {
      const run = await deleteRun(deps, actor.workspaceId, params.runId);
      await recordAudit(deps, actor, "run.deleted", runText(run));
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
  }) satisfies Partial<Handlers>;
