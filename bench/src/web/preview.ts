import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";

const configFile = fileURLToPath(new URL("../../../web/vite.config.ts", import.meta.url));

/** Builds the web app into a folder of its own and serves it on a free local port while `use` runs. */
export async function withPreview<T>(use: (origin: string) => Promise<T>): Promise<T> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), "plumbline-web-"));
  try {
    await build({ configFile, logLevel: "warn", build: { outDir, emptyOutDir: true } });
    const server = await preview({
      configFile,
      build: { outDir },
      preview: { host: "127.0.0.1", port: 0, strictPort: false },
    });
    try {
      const origin = server.resolvedUrls?.local[0];
      if (!origin) throw new Error("Vite's preview server gave no address");
      return await use(origin.replace(/\/$/, ""));
    } finally {
      await server.close();
    }
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
