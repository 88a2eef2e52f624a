import { minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { inTime } from "./check-health.js";

/**
 * The figures of `GET /health`. They are read at most once a minute, since anyone may request them, and are empty when
 * they can't be read within `timeoutMs`: health has to be reported when something is down, too.
 */
export function healthFigures(
  { billing, clock }: Pick<Dependencies, "billing" | "clock">,
  timeoutMs: number,
): () => Promise<Record<string, number>> {
  let cached: { untilMs: number; figures: Record<string, number> } | null = null;
  return async () => {
    const nowMs = clock.now().getTime();
    if (cached && nowMs < cached.untilMs) return cached.figures;
    const last = await inTime(billing.reconciliation(), timeoutMs).then(
      (state) => state?.last ?? null,
      () => null,
    );
    const figures: Record<string, number> = last ? { meterDifferenceRows: last.rows } : {};
    cached = { untilMs: nowMs + minuteMs, figures };
    return figures;
  };
}
