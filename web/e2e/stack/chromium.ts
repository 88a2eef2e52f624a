import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

/**
 * Path of the browser: `CHROME` if set, else the one installed through npm. That one is unpacked on first use
 * next to the installed packages, so that `npm ci` removes it with them.
 */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROME) return process.env.CHROME;
  const packageFolder = path.resolve(
    createRequire(import.meta.url).resolve("@sparticuz/chromium"),
    "../../..",
  );
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8")) as {
    version: string;
  };
  const folder = path.resolve(packageFolder, `../../.cache/plumbline-chromium-${version}`);
  const launcher = path.join(folder, "launch.sh");
  if (!existsSync(launcher)) await unpack(packageFolder, folder);
  return launcher;
}

/**
 * Unpacks into a folder beside `folder` and renames it at the end, so that an interrupted attempt leaves
 * nothing that would be reused.
 */
async function unpack(packageFolder: string, folder: string): Promise<void> {
  mkdirSync(path.dirname(folder), { recursive: true });
  const staging = mkdtempSync(`${folder}-`);
  await unpackBrowser(packageFolder, staging);
  writeFileSync(path.join(staging, "fonts.conf"), fontsConf(folder));
  writeFileSync(path.join(staging, "launch.sh"), launchScript(folder), { mode: 0o755 });
  try {
    renameSync(staging, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path.join(folder, "launch.sh"))) throw error;
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * The package unpacks into the temporary directory, and unpacks the libraries it needs only if it believes it
 * runs in Lambda. A separate process gets that environment.
 */
async function unpackBrowser(packageFolder: string, folder: string): Promise<void> {
  const script = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: packageFolder,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
  });
}

/** Uses only the package's fonts, never the machine's, so that text has the same width everywhere. */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, "fonts")}</dir>
  <cachedir>${path.join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`;

const launchScript = (folder: string): string => `#!/bin/sh
export FONTCONFIG_FILE="${path.join(folder, "fonts.conf")}"
export LD_LIBRARY_PATH="${path.join(folder, "al2023/lib")}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "${path.join(folder, "chromium")}" "$@"
`;

/** No sandbox, so that it runs in containers, and no requests to the internet. */
export const chromiumArgs: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
