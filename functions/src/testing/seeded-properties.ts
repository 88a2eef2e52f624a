import fc from "fast-check";

/**
 * Property tests try the same cases in every run, so that a change is red for its own faults alone. Another seed tries
 * others: `PLUMBLINE_SEED=7 npx vitest run …`.
 */
fc.configureGlobal({ seed: Number(process.env["PLUMBLINE_SEED"] ?? 20_261_118) });
