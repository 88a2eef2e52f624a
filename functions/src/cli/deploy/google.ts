import { setTimeout as sleep } from "node:timers/promises";
import { describeCall, type Call, type Json } from "./call.js";
import { GoogleError, googleError } from "./google-error.js";

/*
 * Google's REST APIs: https://cloud.google.com/apis/docs/overview. All requests of `deploy:init` to Google go through
 * this file.
 */

export type Google = {
  /** @returns null if the resource doesn't exist, and in a dry run also if its API isn't enabled yet */
  read<T = Json>(call: Call | string): Promise<T | null>;
  /** Makes a change and waits until Google has completed it. */
  send(call: Call): Promise<void>;
};

export type GoogleSettings = {
  projectId: string;
  accessToken: () => Promise<string>;
  fetch: typeof fetch;
  isDryRun: boolean;
  print: (line: string) => void;
  pause?: (ms: number) => Promise<unknown>;
};

/** How often to try if something is busy or doesn't exist yet: for about six minutes in total. */
const maxTries = 30;
const longestPauseMs = 15_000;

export function googleApis(settings: GoogleSettings): Google {
  const { projectId, isDryRun, print, pause = sleep } = settings;

  async function request(call: Call): Promise<Json> {
    const response = await settings.fetch(call.url, {
      method: call.method,
      headers: {
        authorization: `Bearer ${await settings.accessToken()}`,
        "x-goog-user-project": projectId,
        ...(call.body ? { "content-type": "application/json" } : {}),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw googleError(call, response.status, text);
    return text === "" ? {} : (JSON.parse(text) as Json);
  }

  /** Retries, because a change takes minutes to reach all of Google: what was just created may still seem missing. */
  async function patiently<T>(
    attempt: () => Promise<T>,
    isWorthWaiting: (error: unknown) => boolean,
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        if (tries === maxTries || !isWorthWaiting(error)) throw error;
        await pause(Math.min(longestPauseMs, 1_000 * 2 ** (tries - 1)));
      }
    }
  }

  async function finish(call: Call, answer: Json): Promise<void> {
    if (call.operationsAt === undefined) return;
    let operation = answer;
    for (let tries = 1; operation.done !== true; tries++) {
      if (tries === maxTries)
        throw new GoogleError(call, 504, "", `${String(operation.name)} is still running.`);
      await pause(Math.min(longestPauseMs, 1_000 * tries));
      const poll: Call = { method: "GET", url: `${call.operationsAt}/${String(operation.name)}` };
      operation = await patiently(() => request(poll), isPassing);
    }
    if (operation.error) throw googleError(call, 400, JSON.stringify({ error: operation.error }));
  }

  return {
    async read<T>(target: Call | string): Promise<T | null> {
      const call: Call = typeof target === "string" ? { method: "GET", url: target } : target;
      if (isDryRun) print(`    ${describeCall(call)}`);
      const mustExist = call.mustExist === true && !isDryRun;
      const isWorthWaiting = (error: unknown) =>
        isPassing(error) || (!isDryRun && isNotEnabledYet(error)) || (mustExist && isMissing(error));
      try {
        return (await patiently(() => request(call), isWorthWaiting)) as T;
      } catch (error) {
        if (!mustExist && isMissing(error)) return null;
        if (isDryRun && isNotEnabledYet(error)) return null;
        throw error;
      }
    },
    async send(call) {
      const answer = await patiently(
        () => request(call),
        (error) => isPassing(error) || isNotEnabledYet(error) || isNotMadeYet(error),
      );
      await finish(call, answer);
    },
  };
}

const isMissing = (error: unknown): boolean => error instanceof GoogleError && error.status === 404;

const passingStatuses = new Set([429, 500, 502, 503, 504]);
const isPassing = (error: unknown): boolean =>
  error instanceof GoogleError ? passingStatuses.has(error.status) : error instanceof TypeError;

const isNotEnabledYet = (error: unknown): boolean =>
  error instanceof GoogleError && error.reason === "SERVICE_DISABLED" && !error.isServiceUsage;

/** Whether a policy was refused because Google can't find a just-created account yet. */
const isNotMadeYet = (error: unknown): boolean =>
  error instanceof GoogleError && error.status === 400 && /does not exist/i.test(error.detail);
