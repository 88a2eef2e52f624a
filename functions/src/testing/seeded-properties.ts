import fc from "fast-check";

/**
 * Property tests try the same cases every time, so that a test doesn't fail by chance after an unrelated change. To
 * try other cases, use another seed: `PLUMBLINE_SEED=7 npx vitest run …`.
 */
fc.configureGlobal({ seed: Number(process.env["PLUMBLINE_SEED"] ?? 20_261_118) });
