import { build } from "esbuild";
import { chmod, readFile, rm } from "node:fs/promises";
import path from "node:path";

// Bundles everything into one file, so that nothing else needs to be installed.
const here = import.meta.dirname;
const { version } = JSON.parse(await readFile(path.join(here, "package.json"), "utf8"));
const outfile = path.join(here, "dist/plumbline.js");

await rm(path.join(here, "dist"), { recursive: true, force: true });
await build({
  entryPoints: [path.join(here, "src/main.ts")],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // commander is CommonJS and loads Node's own modules with `require`.
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
  define: { "process.env.PLUMBLINE_CLI_VERSION": JSON.stringify(version) },
  logLevel: "warning",
});
await chmod(outfile, 0o755);
