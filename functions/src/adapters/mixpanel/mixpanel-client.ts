import type { Mixpanel, MixpanelAccess } from "../../ports/mixpanel.js";
import { secondMs, type Sleep } from "../../common/time.js";
import {
  engagePropertiesAnswer,
  eventNamesAnswer,
  lexiconAnswer,
  noProjectsAnswer,
  projectAnswer,
} from "./answers.js";
import { completeExport } from "./complete-export.js";
import { eventCounts, eventHours } from "./event-counts.js";
import { hosts, regionOfDomain } from "./hosts.js";
import { profiles } from "./profiles.js";
import { readEntries, readJson } from "./read-json.js";
import { savedItems } from "./saved-items.js";
import { transport, type Transport } from "./transport.js";
import { z } from "zod";

const appTimeoutMs = 60 * secondMs;
const queryTimeoutMs = 120 * secondMs;
/** The first byte of a large day may take more than a minute. */
const longestExportWaitMs = 290 * secondMs;

/**
 * Creates a client for Mixpanel over HTTPS.
 * @param baseUrl null in production; otherwise role hosts are `<baseUrl>/<us|eu|in>`
 * @param exportTimeoutMs limit for an export's first byte
 * @param savedTimeoutMs limit for reading a page of saved items, or for the response to an annotation request
 */
export function mixpanelClient({
  baseUrl,
  sleep,
  exportTimeoutMs = longestExportWaitMs,
  savedTimeoutMs,
}: {
  baseUrl: string | null;
  sleep?: Sleep;
  exportTimeoutMs?: number;
  savedTimeoutMs?: number;
}): Mixpanel {
  const send = transport(hosts(baseUrl), sleep);
  const query = (
    access: MixpanelAccess,
    path: string,
    parameters: Record<string, string>,
    signal?: AbortSignal,
  ) =>
    send(access, {
      operation: "Query API",
      role: "api",
      path,
      query: { project_id: access.projectId, ...parameters },
      cost: "query",
      timeoutMs: queryTimeoutMs,
      signal,
    });

  return {
    async projects(access, signal) {
      const operation = "account information";
      const request = {
        operation,
        role: "api",
        path: "/api/app/me",
        timeoutMs: appTimeoutMs,
        signal,
      } as const;
      const answer = { path: ["results", "projects"], member: projectAnswer, whole: noProjectsAnswer };
      const projects = await readEntries(await send(access, request), operation, answer, signal);
      return new Map(
        [...projects].map(([id, { name, timezone, domain }]) => [
          id,
          { name: name ?? null, timeZone: timezone ?? null, region: regionOfDomain(domain) },
        ]),
      );
    },

    async exportEvents(access, { from, to, events, where, limit, timeInMs }, signal) {
      const response = await send(access, {
        operation: "raw export",
        role: "export",
        path: "/api/2.0/export",
        query: {
          project_id: access.projectId,
          from_date: from,
          to_date: to,
          ...(events ? { event: JSON.stringify(events) } : {}),
          ...(where ? { where } : {}),
          ...(limit ? { limit: String(limit) } : {}),
          ...(timeInMs ? { time_in_ms: "true" } : {}),
        },
        cost: "export",
        timeoutMs: exportTimeoutMs,
        signal,
      });
      return completeExport(response, signal);
    },

    eventCounts: (access, parameters, signal) => eventCounts(send, access, parameters, signal),
    eventHours: (access, parameters, signal) => eventHours(send, access, parameters, signal),

    async eventNames(access, { limit = 5_000, from, to } = {}, signal) {
      const response = await query(
        access,
        "/api/query/events/names",
        {
          type: "general",
          limit: String(limit),
          ...(from && to ? { from_date: from, to_date: to } : {}),
        },
        signal,
      );
      return readJson(response, "Query API", eventNamesAnswer, signal);
    },

    profiles: (access, parameters = {}, signal) => profiles(send, access, parameters, signal),

    async profileProperties(access, signal) {
      const response = await query(access, "/api/2.0/engage/properties", { limit: "2000" }, signal);
      const { results } = await readJson(response, "user profiles", engagePropertiesAnswer, signal);
      return new Map([...results].map(([name, { count }]) => [name, count]));
    },

    savedItems: (access, list, signal) => savedItems(send, access, list, signal, savedTimeoutMs),

    ...annotationWriter(send, savedTimeoutMs),

    async lexicon(access, signal) {
      const operation = "Lexicon";
      const path = `/api/app/projects/${encodeURIComponent(access.projectId)}/schemas`;
      const response = await send(access, { operation, role: "api", path, timeoutMs: appTimeoutMs, signal });
      const { results } = await readJson(response, operation, lexiconAnswer, signal);
      return results.flatMap(({ entityType, name, schemaJson }) => {
        if (entityType !== "event" && entityType !== "profile") return [];
        const flags = schemaJson?.metadata?.["com.mixpanel"];
        const properties = Object.entries(schemaJson?.properties ?? {});
        return [
          {
            kind: entityType,
            name,
            properties: properties.map(([property]) => property),
            describedProperties: properties
              .filter(([, schema]) => describedSchema.safeParse(schema).success)
              .map(([property]) => property),
            isDescribed: Boolean(schemaJson?.description),
            isHidden: flags?.hidden ?? false,
            isDropped: flags?.dropped ?? false,
          } as const,
        ];
      });
    },
  };
}

const describedSchema = z.object({ description: z.string().min(1) });

const longestAnswerMs = 30 * secondMs;
const createdAnswer = z.object({ results: z.object({ id: z.number().int() }) });

/** @see Mixpanel.createAnnotation */
function annotationWriter(
  send: Transport,
  answerMs = longestAnswerMs,
): Pick<Mixpanel, "createAnnotation" | "changeAnnotation" | "deleteAnnotation"> {
  const operation = "annotations";
  const ask = (
    access: MixpanelAccess,
    path: string,
    write: NonNullable<Parameters<Transport>[1]["write"]>,
    signal?: AbortSignal,
  ) => {
    const tooLate = AbortSignal.timeout(answerMs);
    return send(access, {
      operation,
      role: "api",
      path: `/api/app/projects/${encodeURIComponent(access.projectId)}/annotations/${path}`,
      write,
      timeoutMs: answerMs / 2,
      signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
    });
  };
  const one = (id: string) => `${encodeURIComponent(id)}/`;
  return {
    async createAnnotation(access, { day, text }, signal) {
      const json = { date: `${day} 00:00:00`, description: text };
      const response = await ask(access, "", { method: "POST", json }, signal);
      const { results } = await readJson(response, operation, createdAnswer, signal);
      return String(results.id);
    },
    async changeAnnotation(access, id, text, signal) {
      const response = await ask(access, one(id), { method: "PATCH", json: { description: text } }, signal);
      await response.body?.cancel();
    },
    async deleteAnnotation(access, id, signal) {
      const response = await ask(access, one(id), { method: "DELETE" }, signal);
      await response.body?.cancel();
    },
  };
}
