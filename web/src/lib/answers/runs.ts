import { fieldsOf, withDefaults } from "./fields";

/**
 * A run with all its counters. Answers may have `setup` without `setupId`, or `startedAt` without
 * `createdAt`.
 */
export function normalizeRun(value: unknown) {
  const { summary, setup, setupId, ...rest } = fieldsOf(value);
  const fields = withDefaults(rest, { status: "pending", isRecorded: true });
  if (fields.trigger !== "scheduled") fields.trigger = "manual";
  const id = setupId ?? fieldsOf(setup).id;
  const setupFields = withDefaults(setup, { id });
  return {
    ...fields,
    createdAt: fields.createdAt ?? fields.startedAt ?? new Date(0).toISOString(),
    setupId: id,
    setup: { ...setupFields, connection: withDefaults(setupFields.connection, { id: "unknown" }) },
    summary: summary && normalizeSummary(summary),
  };
}

/** If `findings` is missing, each check with findings counts as one finding. */
function normalizeSummary(value: unknown) {
  const { alerts, warnings, findings, ...summary } = fieldsOf(value);
  return { ...summary, alerts, warnings, findings: withDefaults(findings, { alerts, warnings }) };
}

export const normalizeActiveRun = (value: unknown) => withDefaults(value, { status: "running" });

/** The answer to starting a run. Callers only need to know that it succeeded. */
export const normalizeStartedRun = (value: unknown) => withDefaults(value, { status: "pending" });
