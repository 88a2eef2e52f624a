import type { BillingEstimate } from "@contract/billing";
import { worstFirst } from "@contract/run-summary";
import type { ActiveRun, SetupResults } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { shortSchedule } from "@/lib/cron";

export type SetupRow = {
  setup: Setup;
  /** The active run, if it is this setup's. */
  activeRun: ActiveRun | null;
  /** Undefined until they are loaded. */
  results: SetupResults | undefined;
  /** What its schedule costs; undefined without one, and until it is loaded. */
  price: BillingEstimate["setups"][number] | undefined;
};

/** What each column sorts by, in ascending order. Setups without a result or a next run come last. */
const sortValues = {
  name: ({ setup }) => setup.name,
  schedule: ({ setup }) => shortSchedule(setup),
  result: ({ results }) => {
    const last = results?.outcomes[0];
    return last ? worstFirst.indexOf(last) : worstFirst.length;
  },
  next: ({ setup: { status, nextRunAt } }) =>
    status === "active" && nextRunAt !== null ? Date.parse(nextRunAt) : Number.MAX_SAFE_INTEGER,
  month: ({ price }) => price?.monthlyCost ?? 0,
} satisfies Record<string, (row: SetupRow) => string | number>;

export type SortColumn = keyof typeof sortValues;
export const sortLabels: Record<SortColumn, string> = {
  name: "name",
  schedule: "schedule",
  result: "last result",
  next: "next run",
  month: "price a month",
};
export const isColumn = (text: string): text is SortColumn => Object.hasOwn(sortValues, text);

/** Rows with the same value stay in the order of their names. */
export function sortRows(rows: readonly SetupRow[], column: SortColumn, isDescending: boolean): SetupRow[] {
  const compare = (a: string | number, b: string | number): number =>
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true });
  const valueOf = sortValues[column];
  return rows
    .toSorted((a, b) => compare(a.setup.name, b.setup.name))
    .sort((a, b) => (isDescending ? -1 : 1) * compare(valueOf(a), valueOf(b)));
}
