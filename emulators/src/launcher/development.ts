import { createRequire } from "node:module";
import path from "node:path";
import { startChild } from "../processes/child-process.js";
import type { Output } from "./config/parts.js";
import { root } from "./config/paths.js";
import type { Stack } from "./start-stack.js";
import { answers, waitFor } from "../processes/wait-for.js";

/**
 * `npm run dev`: starts Vite's dev server, and rebuilds the functions on each change; the functions emulator
 * reloads them. Environment variables tell Vite the addresses of the API and the Auth emulator.
 * Both have nothing to save, and end with this process.
 */
export async function startDevelopment(stack: Stack, output: Output): Promise<void> {
  await startChild(process.execPath, ["build.mjs", "--watch"], {
    cwd: path.join(root, "functions"),
    onLine: (line) => output("build", line),
  });
  const vite = await startChild(
    process.execPath,
    [viteMain(), "--host=127.0.0.1", "--strictPort", `--port=${stack.ports.vite}`],
    {
      cwd: path.join(root, "web"),
      env: {
        ...process.env,
        PLUMBLINE_API_ORIGIN: stack.urls.hosting,
        VITE_AUTH_EMULATOR_URL: stack.urls.auth,
      },
      onLine: (line) => line.trim() && output("vite", line),
    },
  );
  await waitFor("Vite", () => answers(stack.urls.vite), 60_000, vite.exited);
}

function viteMain(): string {
  const manifest = createRequire(path.join(root, "web/package.json")).resolve("vite/package.json");
  return path.join(path.dirname(manifest), "bin/vite.js");
}
