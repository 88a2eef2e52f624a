import { z } from "zod";
import { detectorKeySchema } from "../../contract/detectors.js";
import { runReportSchema, runSchema, startedRunSchema } from "../../contract/runs.js";
import { summaryText } from "../../contract/run-summary.js";
import { checkVerdict, verdictCheckSchema } from "../../engine/detectors/recompute.js";
import { type Finding, findingSchema, toFinding } from "../finding.js";
import { findRunId, runInput } from "../find-run.js";
import { tool, ToolError } from "../tool.js";

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
    setupId: z.string().optional().describe("Only runs of this setup. From list_setups."),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  output: z.object({
    runs: z.array(shownRun.extend({ setupName: z.string(), result: z.string().nullable() })),
  }),
  isReadOnly: true,
  run: async (call, { setupId, limit }) => {
    const runs =
      setupId === undefined
        ? await call("listRuns", { query: { limit } })
        : await call("listSetupRuns", { params: { id: setupId }, query: { limit } });
    return {
      runs: runs.map((run) => ({
        ...shownRun.parse(run),
        setupName: run.setup.name,
        result: run.summary && summaryText(run.summary),
      })),
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
          inconclusive: z.number(),
          checked: z.number().describe("Number of events, properties or profile counts checked."),
          reason: z.string().nullable(),
        }),
      ),
    }),
  isReadOnly: true,
  run: async (call, input) => {
    const report = await call("getRunReport", { params: { runId: await findRunId(call, input) } });
    const { id, status, window, error, createdAt, setup, summary, detectors } = report;
    return {
      id,
      status,
      window,
      error,
      createdAt,
      setup: { id: setup.id, name: setup.name },
      project: setup.connection.projectName ?? setup.connection.projectId,
      result: summary && summaryText(summary),
      checks: detectors.map(({ id: check, name, severity, counts, reason }) => ({
        check,
        name,
        severity,
        alerts: counts.alerts,
        warnings: counts.warnings,
        inconclusive: counts.inconclusive,
        checked: counts.analysed,
        reason,
      })),
    };
  },
});

const listFindings = tool({
  name: "list_findings",
  title: "Run findings",
  description:
    "Lists a run's findings: which event or property, since when, how far from expected, where the change comes from, and why it counts. Use it to answer what broke, where and since when. `isComplete` is false when a check has more than 200 findings.",
  input: z.object({
    ...runInput,
    severity: z.enum(["alert", "warning"]).optional().describe("Only findings of this severity."),
    since: z
      .string()
      .optional()
      .describe("Only findings whose first bad day is on or after this day, YYYY-MM-DD."),
    check: detectorKeySchema.optional().describe("Only findings of this check."),
  }),
  output: z.object({ runId: z.string(), isComplete: z.boolean(), findings: z.array(findingSchema) }),
  isReadOnly: true,
  run: async (call, { severity, since, check, ...run }) => {
    const runId = await findRunId(call, run);
    const { detectors } = await call("getRunReport", { params: { runId } });
    const findings: Finding[] = [];
    let isComplete = true;
    for (const { id: detectorId, counts } of detectors) {
      if (counts.alerts + counts.warnings === 0 || (check ?? detectorId) !== detectorId) continue;
      const { rows } = await call("getDetectorResult", { params: { runId, detectorId } });
      const found = rows.flatMap(toFinding);
      isComplete &&= found.length === counts.alerts + counts.warnings;
      findings.push(...found);
    }
    return {
      runId,
      isComplete,
      findings: findings
        .filter((finding) => severity === undefined || finding.severity === severity)
        .filter((finding) => since === undefined || (finding.since ?? "") >= since),
    };
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
  }),
  output: verdictCheckSchema,
  isReadOnly: true,
  run: async (call, { check, entity, parent, ...run }) => {
    const runId = await findRunId(call, run);
    const { rows } = await call("getDetectorResult", { params: { runId, detectorId: check } });
    const row = rows.find((each) => each.entity === entity && (each.parent ?? undefined) === parent);
    if (!row)
      throw new ToolError(
        `${check} has no finding on ${parent === undefined ? entity : `${entity} of ${parent}`} in this run. Take check, entity and parent from list_findings.`,
      );
    return checkVerdict(row);
  },
});

const startRun = tool({
  name: "start_run",
  title: "Start a run",
  description:
    "Starts a run of a setup now. It takes a minute or more; pass its id to read_report to see the result. Each run is billed by what it checks, so start one only when asked to. A workspace has one active run at a time.",
  input: z.object({ setupId: z.string().describe("From list_setups.") }),
  output: startedRunSchema,
  isReadOnly: false,
  run: (call, { setupId }) => call("startRun", { params: { id: setupId } }),
});

export const runTools = [listRuns, readReport, listFindings, checkVerdictTool, startRun];
