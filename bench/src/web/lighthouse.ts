import lighthouse from "lighthouse";

/** Metrics of one run, by audit name. */
export const timings = {
  "first-contentful-paint": "First contentful paint, ms",
  "largest-contentful-paint": "Largest contentful paint, ms",
  "total-blocking-time": "Total blocking time, ms",
  "cumulative-layout-shift": "Cumulative layout shift",
} as const;
export type Timing = keyof typeof timings;

export type LighthouseRun = {
  categories: CategoryScore[];
  timings: Record<Timing, number>;
};

type CategoryScore = {
  title: string;
  /** 0–100. */
  score: number;
  /** Titles of the audits that lost points. */
  lost: string[];
};

/** Runs Lighthouse on a page with its default settings: a phone with a slow network and a simulated processor. */
export async function runLighthouse(address: string, debuggingPort: number): Promise<LighthouseRun> {
  const result = await lighthouse(address, { port: debuggingPort, logLevel: "error" });
  if (!result) throw new Error("Lighthouse returned no result");
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse failed: ${runtimeError.message}`);
  const valueOf = (name: Timing): number => {
    const value = audits[name]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse did not measure ${name}`);
    return value;
  };
  return {
    categories: Object.values(categories).map(({ title, score, auditRefs }) => ({
      title,
      score: Math.round((score ?? 0) * 100),
      lost: auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${audits[id]?.title ?? id} ${audits[id]?.displayValue ?? ""}`.trim()),
    })),
    timings: {
      "first-contentful-paint": valueOf("first-contentful-paint"),
      "largest-contentful-paint": valueOf("largest-contentful-paint"),
      "total-blocking-time": valueOf("total-blocking-time"),
      "cumulative-layout-shift": valueOf("cumulative-layout-shift"),
    },
  };
}

/** The median of the runs, for each category and each metric. */
export function medianRun(runs: readonly LighthouseRun[]): LighthouseRun {
  const middle = <T>(items: readonly T[], valueOf: (item: T) => number): T =>
    [...items].sort((a, b) => valueOf(a) - valueOf(b))[items.length >> 1]!;
  const names = Object.keys(timings) as Timing[];
  return {
    categories: runs[0]!.categories.map((_, at) =>
      middle(
        runs.map(({ categories }) => categories[at]!),
        ({ score }) => score,
      ),
    ),
    timings: Object.fromEntries(
      names.map((name) => [
        name,
        middle(
          runs.map((run) => run.timings[name]),
          (value) => value,
        ),
      ]),
    ) as Record<Timing, number>,
  };
}
