import lighthouse, { desktopConfig } from "lighthouse";

export type CategoryScore = {
  title: string;
  /** 0–100. */
  score: number;
  /** Titles of the audits that cost points. */
  lost: string[];
};

/** Lighthouse's four categories for the landing page with its desktop settings. */
export async function runLighthouse(origin: string, debuggingPort: number): Promise<CategoryScore[]> {
  const result = await lighthouse(`${origin}/`, { port: debuggingPort, logLevel: "error" }, desktopConfig);
  if (!result) throw new Error("Lighthouse gave no result");
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse failed: ${runtimeError.message}`);
  return Object.values(categories).map(({ title, score, auditRefs }) => ({
    title,
    score: Math.round((score ?? 0) * 100),
    lost: auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${audits[id]?.title ?? id} ${audits[id]?.displayValue ?? ""}`.trim()),
  }));
}

/** One line a category, with what cost points below it. */
export const formatLighthouse = (scores: readonly CategoryScore[], bar: number): string =>
  scores
    .flatMap(({ title, score, lost }) => [
      `${String(score).padStart(8)}  Lighthouse ${title}, desktop (bar: ≥ ${bar})`,
      ...lost.map((audit) => `${" ".repeat(10)}− ${audit}`),
    ])
    .join("\n");

/** The run in the middle, category by category. */
export const medianScores = (runs: readonly CategoryScore[][]): CategoryScore[] =>
  (runs[0] ?? []).map((_, category) => {
    const sorted = runs.map((run) => run[category]!).sort((a, b) => a.score - b.score);
    return sorted[sorted.length >> 1]!;
  });
