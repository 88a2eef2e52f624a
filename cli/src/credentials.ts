import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Io } from "./io.js";
import { UsageError } from "./usage-error.js";

/**
 * Plumbline's address and the API token for it. The token is never taken from the command line, which others can see.
 */
export type Credentials = { url: string; token: string };

export type ConnectionOptions = { url?: string | undefined; tokenStdin?: boolean | undefined };

const configSchema = z.object({ url: z.string().optional(), token: z.string().optional() });

/**
 * Reads the address from `--url`, `PLUMBLINE_URL` or the configuration file, and the token from standard input,
 * `PLUMBLINE_TOKEN` or that file.
 * @throws UsageError that says what is missing or wrong
 */
export async function readCredentials(
  { env, stdin }: Pick<Io, "env" | "stdin">,
  options: ConnectionOptions,
): Promise<Credentials> {
  const file = configPath(env);
  const config = await readConfig(file);
  const url = options.url ?? env["PLUMBLINE_URL"] ?? config.url;
  if (!url)
    throw new UsageError("where is Plumbline? Set PLUMBLINE_URL or use --url, with the app's address");
  const token = options.tokenStdin ? await text(stdin) : env["PLUMBLINE_TOKEN"] || config.token;
  if (!token?.trim())
    throw new UsageError(
      `no API token: create one in Plumbline under Settings, API tokens, and set PLUMBLINE_TOKEN, or put it into ${file}`,
    );
  if (!/^plb_[0-9A-Za-z]+$/.test(token.trim()))
    throw new UsageError("this is not an API token: tokens begin with plb_ and have no spaces");
  return { url: originOf(url), token: token.trim() };
}

/** @throws UsageError for an address to which a token must not be sent */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError(`not an address: ${address}`);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol === "http:" && !isLocal)
    throw new UsageError(`the token would be sent unencrypted: use https://${url.host}`);
  return url.origin;
}

const configPath = (env: Io["env"]): string =>
  env["PLUMBLINE_CONFIG"] ??
  path.join(env["XDG_CONFIG_HOME"] ?? path.join(homedir(), ".config"), "plumbline", "config.json");

/** @throws UsageError when others can read the file, or its content is invalid */
async function readConfig(file: string): Promise<z.infer<typeof configSchema>> {
  let content: string;
  try {
    content = await readFile(file, "utf8");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return {};
    throw new UsageError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = configSchema.safeParse(jsonOrNull(content));
  if (!parsed.success) throw new UsageError(`${file} is not JSON with "url" and "token"`);
  if (parsed.data.token && process.platform !== "win32" && ((await stat(file)).mode & 0o077) !== 0)
    throw new UsageError(`others can read the token in ${file}: chmod 600 ${file}`);
  return parsed.data;
}

function jsonOrNull(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
