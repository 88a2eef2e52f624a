import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const configFile = fileURLToPath(new URL("../../../web/vite.config.ts", import.meta.url));
const types: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".woff2": "font/woff2",
};
const isCompressed = new Set([".png", ".woff2"]);

/** Builds the web app into a temporary folder and serves it on a free local port while `use` runs. */
export async function withPreview<T>(use: (origin: string) => Promise<T>): Promise<T> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), "plumbline-web-"));
  try {
    await build({ configFile, logLevel: "warn", build: { outDir, emptyOutDir: true } });
    return await withServer(outDir, use);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Serves files like Hosting: compressed, pages without `.html`, and cacheable assets. Vite's preview doesn't
 * compress.
 */
async function withServer<T>(folder: string, use: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const file = await fileOf(folder, pathname);
      if (!file) return void response.writeHead(404).end();
      const { extension, body } = file;
      const isGzip = !isCompressed.has(extension);
      response.writeHead(200, {
        "Content-Type": types[extension] ?? "application/octet-stream",
        "Cache-Control": pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        ...(isGzip && { "Content-Encoding": "gzip" }),
      });
      response.end(isGzip ? gzipSync(body, { level: 9 }) : body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function fileOf(folder: string, pathname: string): Promise<{ extension: string; body: Buffer } | null> {
  const name = pathname === "/" ? "/index" : path.posix.normalize(pathname);
  for (const suffix of ["", ".html"]) {
    const file = path.join(folder, name + suffix);
    const body = await readFile(file).catch(() => null);
    if (body) return { extension: path.extname(file), body };
  }
  return null;
}
