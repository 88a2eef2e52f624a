import { minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";

/** The figures of `GET /health`. Read at most once a minute, since anybody may ask; empty when they cannot be read. */
export function healthFigures({ billing, clock }: Pick<Dependencies, "billing" | "clock">) {
  let cached: { untilMs: number; figures: Record<string, number> } | null = null;
  return async (): Promise<Record<string, number>> => {
    const nowMs = clock.now().getTime();
    if (cached && nowMs < cached.untilMs) return cached.figures;
    const last = await billing.reconciliation().then(
      (state) => state?.last ?? null,
      () => null,
    );
    const figures: Record<string, number> = last ? { meterDifferenceRows: last.rows } : {};
    cached = { untilMs: nowMs + minuteMs, figures };
    return figures;
  };
}
