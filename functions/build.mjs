import { build, context } from "esbuild";
import { rm } from "node:fs/promises";

// One ESM entry with split chunks: what a request does not need (Stripe, Storage, the engine) is not even parsed at a cold start.
const outdir = new URL("./lib", import.meta.url).pathname;
const watching = process.argv.includes("--watch");
// Who watches the folder would lose sight of it.
if (!watching) await rm(outdir, { recursive: true, force: true });
const options = {
  entryPoints: { index: new URL("./src/index.ts", import.meta.url).pathname },
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
};
if (watching) await (await context(options)).watch();
else await build(options);
