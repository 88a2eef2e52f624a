import { demoAccount } from "./projects.js";
import { type MixpanelOptions, startMixpanel } from "./server.js";

/** Noon in New York on a Saturday; the last complete day is 2026-11-20. */
export const NOW = new Date("2026-11-21T17:00:00Z");

export const basic = ({ username, secret }: { username: string; secret: string }): string =>
  `Basic ${Buffer.from(`${username}:${secret}`).toString("base64")}`;

type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

export type Client = {
  url: string;
  close(): Promise<void>;
  /** Sends a raw request, signed in as the demo account unless `authorization` says otherwise. */
  ask(path: string, init?: Init & { authorization?: string | null }): Promise<Response>;
  json(path: string, init?: Init): Promise<unknown>;
  post(path: string, form: Record<string, string>): Promise<unknown>;
  fault(fault: Record<string, unknown>): Promise<Response>;
  clearFaults(): Promise<Response>;
};

/** Starts the stand-in on a free port, with a client that sends what any HTTP client would. */
export async function startClient(options: Partial<MixpanelOptions> = {}): Promise<Client> {
  const { url, close } = await startMixpanel({ port: 0, now: () => NOW, ...options });
  const ask: Client["ask"] = (path, { authorization = basic(demoAccount), ...init } = {}) =>
    fetch(url + path, { ...init, headers: { ...init.headers, ...(authorization ? { authorization } : {}) } });
  const json: Client["json"] = async (path, init) => (await ask(path, init)).json();
  return {
    url,
    close,
    ask,
    json,
    post: (path, form) => json(path, { method: "POST", body: new URLSearchParams(form) }),
    fault: (fault) => ask("/_faults", { method: "POST", body: JSON.stringify(fault) }),
    clearFaults: () => ask("/_faults", { method: "DELETE" }),
  };
}

export type ExportRow = { event: string; properties: Record<string, unknown> & { time: number } };

export const rowsIn = (body: string): ExportRow[] =>
  body
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ExportRow);
