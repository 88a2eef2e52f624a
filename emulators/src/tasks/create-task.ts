import { randomInt } from "node:crypto";
import { isRecord } from "../http/body.js";
import type { Task } from "./task.js";

const methodNames = ["POST", "POST", "GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"];
const defaultDeadlineMs = 600_000;
const validName = /^projects\/[^/]+\/locations\/[^/]+\/queues\/[^/]+\/tasks\/[\w-]{1,500}$/;

/* Limits of Cloud Tasks for HTTP tasks. */
const maxScheduleMs = 30 * 86_400_000;
const maxTaskBytes = 1_048_576;
const minDeadlineMs = 15_000;
const maxDeadlineMs = 30 * 60_000;

/** Parses the task of a create call. @returns a message if it is invalid */
export function parseTask(queue: string, body: Record<string, unknown>, now: number): Task | string {
  const given = isRecord(body["task"]) ? body["task"] : {};
  const request = given["httpRequest"];
  if (!isRecord(request)) return "Only HTTP tasks are supported.";
  const name = textOr(given["name"], `${queue}/tasks/${now}${randomInt(1e9)}`).replace(/^\//, "");
  if (!validName.test(name) || !name.startsWith(`${queue}/tasks/`)) return `Invalid task name: ${name}`;
  const url = request["url"];
  if (url !== undefined && url !== "" && !isHttpUrl(url))
    return `Invalid url for HttpRequest.url: ${JSON.stringify(url)}`;
  const dueAt = timestampMs(given["scheduleTime"]) ?? now;
  if (!Number.isFinite(dueAt)) return "Task.scheduleTime is invalid.";
  if (dueAt > now + maxScheduleMs) return "The Task.scheduleTime must be within 30 days from now.";
  const dispatchDeadlineMs = durationMs(given["dispatchDeadline"]) ?? defaultDeadlineMs;
  if (!(dispatchDeadlineMs >= minDeadlineMs && dispatchDeadlineMs <= maxDeadlineMs))
    return "The dispatchDeadline must be between [15s, 30m].";
  if (JSON.stringify(given).length > maxTaskBytes) return "Task size too large";
  return {
    name,
    httpRequest: {
      ...(typeof url === "string" && url !== "" && { url }),
      httpMethod: methodName(request["httpMethod"]),
      headers: headersOf(request["headers"]),
      ...(typeof request["body"] === "string" && { body: request["body"] }),
    },
    createTime: new Date(now).toISOString(),
    dispatchDeadlineMs,
    dueAt: Math.max(now, dueAt),
    dispatchCount: 0,
    responseCount: 0,
  };
}

const isHttpUrl = (url: unknown): url is string =>
  typeof url === "string" && /^https?:\/\//.test(url) && URL.canParse(url);

/** The official client's REST transport sends enums as numbers. */
const methodName = (value: unknown): string =>
  typeof value === "number" ? (methodNames[value] ?? "POST") : textOr(value, "POST");

const textOr = (value: unknown, fallback: string): string => (typeof value === "string" ? value : fallback);

const headersOf = (value: unknown): Record<string, string> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, String(v)])) : {};

/** Times are RFC 3339 text or `{seconds, nanos}`. */
function timestampMs(value: unknown): number | undefined {
  if (typeof value === "string") return Date.parse(value);
  if (!isRecord(value)) return undefined;
  return Number(value["seconds"] ?? 0) * 1000 + Number(value["nanos"] ?? 0) / 1e6;
}

/** Durations are `"30s"` or `{seconds}`. */
function durationMs(value: unknown): number | undefined {
  if (typeof value === "string") return parseFloat(value) * 1000;
  return isRecord(value) ? Number(value["seconds"] ?? 0) * 1000 : undefined;
}
