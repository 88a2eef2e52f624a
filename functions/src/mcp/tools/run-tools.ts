import { z } from "zod";
import { dayInputSchema, idSchema } from "../../contract/common.js";
import { detectorKeySchema } from "../../contract/detectors.js";
import { runReportSchema, runSchema, startedRunSchema } from "../../contract/runs.js";
import { type DetailedRow, mostDetailedRows } from "../../contract/results.js";
import { summaryText, uncheckedText } from "../../contract/run-summary.js";
import { byImportance } from "../../engine/detectors/words.js";
import { checkVerdict, verdictCheckSchema } from "../../engine/detectors/recompute.js";
import { findingSchema, toFinding } from "../finding.js";
import { listInput, listOutput, partInput, partOf, readList } from "../list.js";
import { tool, ToolError, type CallApi } from "../tool.js";

/** Input that selects a run by id, or the latest one; `setupId` limits the latest to one setup. */
const runInput = {
  run: idSchema
    .default("latest")
    .describe("Id of a run, or `latest` for the most recent one that has ended with a report."),
  setupId: idSchema.optional().describe("With `latest`: only runs of this setup. From list_setups."),
};

/** @throws ToolError when there is no such run */
async function findRunId(call: CallApi, { run, setupId }: { run: string; setupId?: string | undefined }) {
  if (run !== "latest") return run;
  for (let cursor: string | null = null; ;) {
    const query: Record<string, string | number> = { limit: 50, ...(cursor === null ? {} : { cursor }) };
    const page: Awaited<ReturnType<typeof call.page<"listRuns">>> =
      setupId === undefined
        ? await call.page("listRuns", { query })
        : await call.page("listSetupRuns", { params: { id: setupId }, query });
    const latest = page.items.find(({ summary }) => summary !== null);
    if (latest) return latest.id;
    cursor = page.nextCursor;
    if (cursor === null) throw new ToolError("No run has ended with a report yet. Start one with start_run.");
  }
}

const shownRun = runSchema.pick({
  id: true,
  status: true,
  setupId: true,
  trigger: true,
  createdAt: true,
  finishedAt: true,
  window: true,
  error: true,
});

const listRuns = tool({
  name: "list_runs",
  title: "Runs",
  description:
    "Lists runs, newest first, each with a one-line result. `window.lastDay` is the last day that was checked. A failed run has an `error` that says what to do.",
  input: z.object({
    setupId: idSchema.optional().describe("Only runs of this setup. From list_setups."),
    ...listInput(50, 10),
  }),
  output: z.object({
    runs: z.array(shownRun.extend({ setupName: z.string(), result: z.string().nullable() })),
    ...listOutput,
  }),
  isReadOnly: true,
  run: async (call, { setupId, ...page }) => {
    const { items, ...rest } = await readList(
      (query) =>
        setupId === undefined
          ? call.page("listRuns", { query })
          : call.page("listSetupRuns", { params: { id: setupId }, query }),
      page,
    );
    return {
      runs: items.map((run) => ({
        ...run,
        setupName: run.setup.name,
        result: run.summary && summaryText(run.summary),
      })),
      ...rest,
    };
  },
});

const readReport = tool({
  name: "read_report",
  title: "Run report",
  description:
    "Reads a run's report: a one-line summary and, per check, the number of alerts, warnings and inconclusive results. Use list_findings for the findings themselves.",
  input: z.object(runInput),
  output: runReportSchema
    .pick({ id: true, status: true, window: true, error: true, createdAt: true })
    .extend({
      setup: z.object({ id: z.string(), name: z.string() }),
      project: z.string().nullable(),
      result: z.string().nullable(),
      unchecked: z.string().describe("What the run couldn't check, and when it will be; empty for nothing."),
      checks: z.array(
        z.object({
          check: detectorKeySchema,
          name: z.string(),
          severity: z
            .string()
            .describe(
              "The worst result. `inconclusive` means too little data to tell, not that all is well.",
            ),
          alerts: z.number(),
          warnings: z.number(),
          known: z
            .number()
            .describe("Acknowledged, muted or closed problems, which the other numbers leave out."),
          inconclusive: z.number(),
          checked: z.number().describe("Number of events, properties or profile counts checked."),
          reason: z.string().nullable(),
        }),
      ),
    }),
  isReadOnly: true,
  run: async (call, input) => {
    const report = await call("getRunReport", { params: { runId: await findRunId(call, input) } });
    const { setup, summary, detectors } = report;
    return {
      ...report,
      project: setup.connection.projectName ?? setup.connection.projectId,
      result: summary && summaryText(summary),
      unchecked: summary ? uncheckedText(report) : "",
      checks: detectors.map(({ counts, ...check }) => ({
        ...check,
        ...counts,
        check: check.id,
        checked: counts.analysed,
      })),
    };
  },
});

const listFindings = tool({
  name: "list_findings",
  title: "Run findings",
  description:
    "Lists a run's findings: which event or property, since when, how far from expected, where the change comes from, and why it counts. Use it to answer what broke, where and since when. Acknowledged, muted and closed problems are listed too, with their `status`. Each check has at most 200 rows; `isComplete` is false if there are more.",
  input: z.object({
    ...runInput,
    severity: z.enum(["alert", "warning"]).optional().describe("Only findings of this severity."),
    since: dayInputSchema
      .optional()
      .describe("Only findings whose first bad day is on or after this day, YYYY-MM-DD."),
    check: detectorKeySchema.optional().describe("Only findings of this check."),
    ...partInput(200, 100),
  }),
  output: z.object({ runId: z.string(), findings: z.array(findingSchema), ...listOutput }),
  isReadOnly: true,
  run: async (call, { severity, since, check, limit, cursor, ...run }) => {
    const runId = await findRunId(call, run);
    const { detectors } = await call("getRunReport", { params: { runId } });
    const all: DetailedRow[] = [];
    let areAllRead = true;
    for (const { id: detectorId, counts } of detectors) {
      const count = counts.alerts + counts.warnings + counts.known;
      if (count === 0 || (check ?? detectorId) !== detectorId) continue;
      const { rows } = await call("getDetectorResult", { params: { runId, detectorId } });
      // Ended rows come after the findings, so any of them means that no finding was cut.
      areAllRead &&= rows.length < mostDetailedRows || rows.flatMap(toFinding).length < rows.length;
      all.push(...rows);
    }
    const matching = all
      .sort(byImportance)
      .flatMap(toFinding)
      .filter((finding) => severity === undefined || finding.severity === severity)
      .filter((finding) => since === undefined || (finding.since ?? "") >= since);
    const { items, ...rest } = partOf(matching, { limit, cursor }, areAllRead);
    return { runId, findings: items, ...rest };
  },
});

const checkVerdictTool = tool({
  name: "check_verdict",
  title: "Recompute a verdict",
  description:
    "Recomputes one finding from its daily numbers. Returns the rule in plain text, each step with its formula, the computed and the reported figure and whether they agree, and the days themselves. Use it before telling people that something is broken.",
  input: z.object({
    ...runInput,
    check: detectorKeySchema.describe("The finding's `check`."),
    entity: z.string().describe("The finding's `entity`."),
    parent: z.string().optional().describe("The finding's `parent`, if it has one."),
    since: dayInputSchema
      .optional()
      .describe("The finding's `since`. A check can have findings on whole days and on hours of one entity."),
    lastDay: dayInputSchema.optional().describe("The finding's `lastDay`, for the same reason."),
  }),
  output: verdictCheckSchema,
  isReadOnly: true,
  run: async (call, { check, entity, parent, since, lastDay, ...run }) => {
    const runId = await findRunId(call, run);
    const { rows } = await call("getDetectorResult", { params: { runId, detectorId: check } });
    const row = rows.find(
      (each) =>
        each.entity === entity &&
        (each.parent ?? undefined) === parent &&
        // A problem that is older than the run's days has two: that of the problem and that of the run's finding.
        (since === undefined ||
          toFinding(each).some((finding) => [finding.since, each.first_bad_day].includes(since))) &&
        (lastDay ?? each.last_day) === each.last_day,
    );
    if (!row)
      throw new ToolError(
        `${check} has no such finding on ${parent === undefined ? entity : `${entity} of ${parent}`} in this run. Take all values from list_findings.`,
      );
    return checkVerdict(row);
  },
});

const startRun = tool({
  name: "start_run",
  title: "Start a run",
  description:
    "Starts a run of a setup now. It takes a minute or more; pass its id to read_report to see the result. Each run is billed by what it checks, so start one only when asked to. A workspace has one active run at a time.",
  input: z.object({ setupId: idSchema.describe("From list_setups.") }),
  output: startedRunSchema,
  isReadOnly: false,
  run: (call, { setupId }) => call("startRun", { params: { id: setupId } }),
});

export const runTools = [listRuns, readReport, listFindings, checkVerdictTool, startRun];
