import { mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * The browser: `CHROME` where one is set, else the one that comes with npm. Its package unpacks the shared
 * libraries it needs only where it believes to run in Lambda, and reuses any file of its name in the
 * temporary folder, so it gets a folder of its own.
 */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROME) return process.env.CHROME;
  const folder = path.join(os.tmpdir(), "plumbline-chromium-147");
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** No sandbox, for containers; and nothing that asks the internet. */
export const chromiumArgs: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
