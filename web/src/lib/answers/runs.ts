import { fieldsOf, withDefaults } from "./fields";

const progress = { step: "", done: 0, total: null };

/**
 * A run with all its counters. Answers may have `setup` without `setupId`, or `startedAt` without
 * `createdAt`.
 */
export function normalizeRun(value: unknown) {
  const { summary = null, setup, setupId, ...rest } = fieldsOf(value);
  const fields = withDefaults(rest, {
    status: "pending",
    trigger: "manual",
    startedAt: null,
    finishedAt: null,
    isRecorded: true,
    rowsAnalysed: null,
    rowsCounted: null,
    error: null,
    window: null,
  });
  if (fields.trigger !== "scheduled") fields.trigger = "manual";
  const id = setupId ?? fieldsOf(setup).id;
  const setupFields = withDefaults(setup, { id, name: "", connection: {} });
  return {
    ...fields,
    createdAt: fields.createdAt ?? fields.startedAt ?? new Date(0).toISOString(),
    setupId: id,
    setup: {
      ...setupFields,
      connection: withDefaults(setupFields.connection, { id: "unknown", projectId: "", projectName: null }),
    },
    progress: withDefaults(fields.progress, progress),
    summary: summary === null ? null : normalizeSummary(summary),
  };
}

/** If `findings` is missing, each check with findings counts as one finding. */
function normalizeSummary(value: unknown) {
  const summary = withDefaults(value, { warnings: 0, alerts: 0, passed: 0, inconclusive: 0, failed: 0 });
  const { alerts, warnings } = summary;
  const findings = withDefaults(summary.findings, { alerts, warnings, new: 0, ongoing: 0, recovered: 0 });
  return { ...summary, findings };
}

export const normalizeActiveRun = (value: unknown) => {
  const fields = withDefaults(value, { status: "running", startedAt: null });
  return { ...fields, progress: withDefaults(fields.progress, progress) };
};

/** The answer to starting a run. Callers only need to know that it succeeded. */
export const normalizeStartedRun = (value: unknown) => withDefaults(value, { status: "pending" });
