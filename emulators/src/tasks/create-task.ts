import { randomInt } from "node:crypto";
import { isRecord } from "../http/body.js";
import type { Task } from "./task.js";

const methodNames = ["POST", "POST", "GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"];
const defaultDeadlineMs = 600_000;
const validName = /^projects\/[^/]+\/locations\/[^/]+\/queues\/[^/]+\/tasks\/[\w-]{1,500}$/;

/** Reads the task of a create call. @returns a message when it is not valid */
export function parseTask(queue: string, body: Record<string, unknown>, now: number): Task | string {
  const given = isRecord(body["task"]) ? body["task"] : {};
  const request = given["httpRequest"];
  if (!isRecord(request)) return "Only HTTP tasks are supported.";
  const name = String(given["name"] ?? `${queue}/tasks/${now}${randomInt(1e9)}`).replace(/^\//, "");
  if (!validName.test(name) || !name.startsWith(`${queue}/tasks/`)) return `Invalid task name: ${name}`;
  const url = request["url"];
  return {
    name,
    httpRequest: {
      ...(typeof url === "string" && url !== "" && { url }),
      httpMethod: methodName(request["httpMethod"]),
      headers: headersOf(request["headers"]),
      ...(typeof request["body"] === "string" && { body: request["body"] }),
    },
    createTime: new Date(now).toISOString(),
    dispatchDeadlineMs: durationMs(given["dispatchDeadline"]) ?? defaultDeadlineMs,
    dueAt: Math.max(now, timestampMs(given["scheduleTime"]) ?? now),
    dispatchCount: 0,
    responseCount: 0,
  };
}

/** The official client's REST transport sends enums by number. */
const methodName = (value: unknown): string =>
  typeof value === "number" ? (methodNames[value] ?? "POST") : String(value ?? "POST");

const headersOf = (value: unknown): Record<string, string> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, String(v)])) : {};

/** Times come as RFC 3339 text or as `{seconds, nanos}`. */
function timestampMs(value: unknown): number | undefined {
  if (typeof value === "string") return Date.parse(value);
  if (!isRecord(value)) return undefined;
  return Number(value["seconds"] ?? 0) * 1000 + Number(value["nanos"] ?? 0) / 1e6;
}

/** Durations come as `"30s"` or as `{seconds}`. */
function durationMs(value: unknown): number | undefined {
  if (typeof value === "string") return parseFloat(value) * 1000;
  return isRecord(value) ? Number(value["seconds"] ?? 0) * 1000 : undefined;
}
