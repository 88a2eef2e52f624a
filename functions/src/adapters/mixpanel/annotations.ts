import { z } from "zod";
import { secondMs } from "../../common/time.js";
import type { Mixpanel, MixpanelAccess } from "../../ports/mixpanel.js";
import { readJson } from "./read-json.js";
import type { Transport } from "./transport.js";

const longestAnswerMs = 30 * secondMs;
const operation = "annotations";
const createdAnswer = z.object({ results: z.object({ id: z.number().int() }) });

/** @see Mixpanel.createAnnotation */
export function annotationWriter(
  send: Transport,
  answerMs = longestAnswerMs,
): Pick<Mixpanel, "createAnnotation" | "changeAnnotation" | "deleteAnnotation"> {
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
