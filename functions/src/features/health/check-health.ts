/** Checks one thing that the service depends on; rejects when it doesn't answer. */
export type Probe = () => Promise<unknown>;

export type Health = { status: "ok" | "degraded"; checks: Record<string, "ok" | "failed"> };

/** Reuses a probe's result for `forMs`, so that frequent health requests don't cause more requests to others. */
export function cachedProbe(probe: Probe, forMs: number, nowMs: () => number = Date.now): Probe {
  let last: { at: number; answer: Promise<unknown> } | null = null;
  return () => {
    if (last === null || nowMs() - last.at >= forMs) last = { at: nowMs(), answer: Promise.resolve(probe()) };
    return last.answer;
  };
}

/** Checks whether everything the service depends on answers within `timeoutMs`. */
export async function checkHealth(probes: Record<string, Probe>, timeoutMs: number): Promise<Health> {
  const results = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => [name, await outcome(probe, timeoutMs)] as const),
  );
  const isOk = results.every(([, result]) => result === "ok");
  return { status: isOk ? "ok" : "degraded", checks: Object.fromEntries(results) };
}

async function outcome(probe: Probe, timeoutMs: number): Promise<"ok" | "failed"> {
  try {
    await inTime(Promise.resolve(probe()), timeoutMs);
    return "ok";
  } catch {
    return "failed";
  }
}

/** @throws Error when `work` takes longer than `timeoutMs`, and what `work` throws */
async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timeout")), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
