import type { z } from "zod";
import type { MixpanelAccess, MixpanelProfile, ProfileQuery } from "../../features/mixpanel/mixpanel.js";
import { isMixpanelError, MixpanelError } from "../../features/mixpanel/mixpanel-error.js";
import { secondMs } from "../../shared/time.js";
import { engageAnswer } from "./answers.js";
import { readJson } from "./read-json.js";
import type { Transport } from "./transport.js";

const operation = "user profiles";

/** Profiles page by page. Pages after the first carry the session and cost nothing of the hourly quota. */
export async function* profiles(
  send: Transport,
  access: MixpanelAccess,
  { outputProperties, where }: ProfileQuery,
  signal?: AbortSignal,
): AsyncGenerator<{ profiles: MixpanelProfile[]; total: number | null }> {
  let session: string | null = null;
  let total: number | null = null;
  for (let page = 0; ; page++) {
    const response: Response = await send(access, {
      operation,
      role: "api",
      path: "/api/query/engage",
      query: { project_id: access.projectId },
      form: {
        ...(outputProperties ? { output_properties: JSON.stringify(outputProperties) } : {}),
        ...(where ? { where } : {}),
        ...(session === null ? {} : { session_id: session, page: String(page) }),
      },
      ...(session === null ? { cost: "query" as const } : {}),
      timeoutMs: 120 * secondMs,
      signal,
    }).catch((error: unknown) => {
      throw page > 0 && isMixpanelError(error, "invalid") ? sessionLost(error) : error;
    });
    const answer: z.output<typeof engageAnswer> = await readJson(response, operation, engageAnswer, signal);
    total ??= answer.total ?? null;
    session = answer.session_id ?? session;
    yield {
      profiles: answer.results.map(({ $distinct_id, $properties }) => ({
        distinctId: $distinct_id,
        properties: $properties,
      })),
      total,
    };
    if (answer.results.length < answer.page_size) return;
    if (session === null) throw sessionLost();
  }
}

const sessionLost = (cause?: unknown) =>
  new MixpanelError("incomplete", operation, `${operation}: the session ended before the last page`, {
    cause,
  });
