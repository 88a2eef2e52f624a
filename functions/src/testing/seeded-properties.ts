import fc from "fast-check";

/**
 * Property tests try the same cases every time, so that a change fails only because of its own bugs. Another seed tries
 * other cases: `PLUMBLINE_SEED=7 npx vitest run …`.
 */
fc.configureGlobal({ seed: Number(process.env["PLUMBLINE_SEED"] ?? 20_261_118) });
