import type { z } from "zod";
import type { MixpanelAccess, MixpanelProfile, ProfileQuery } from "../../ports/mixpanel.js";
import { isMixpanelError, MixpanelError } from "../../ports/mixpanel-error.js";
import { secondMs } from "../../common/time.js";
import { engageAnswer } from "./answers.js";
import { readJson } from "./read-json.js";
import type { Transport } from "./transport.js";

const operation = "user profiles";

/** How many times a page is requested if it has fewer profiles than the total implies. */
const triesPerPage = 3;

/**
 * Reads profiles page by page. Pages after the first use a session and don't count toward the hourly quota.
 * @throws MixpanelError `incomplete` if a page stays shorter than the total implies, or the session ends early
 */
export async function* profiles(
  send: Transport,
  access: MixpanelAccess,
  { outputProperties, where }: ProfileQuery,
  signal?: AbortSignal,
): AsyncGenerator<{ profiles: MixpanelProfile[]; total: number | null }> {
  let session: string | null = null;
  let total: number | null = null;
  let seen = 0;
  for (let page = 0; ; page++) {
    for (let attempt = 1; ; attempt++) {
      const answer = await askPage(page);
      const { results, page_size: size } = answer;
      total ??= answer.total ?? null;
      session = answer.session_id ?? session;
      const isShort = results.length < size;
      const isLast = total === null ? isShort : seen + results.length >= total;
      if (isShort && !isLast) {
        if (attempt === triesPerPage) throw cutShort(`${seen + results.length} of ${total} profiles came`);
        continue;
      }
      seen += results.length;
      yield {
        profiles: results.map(({ $distinct_id, $properties }) => ({
          distinctId: $distinct_id,
          properties: $properties,
        })),
        total,
      };
      if (isLast) return;
      break;
    }
    if (session === null) throw cutShort("the session ended before the last page");
  }

  async function askPage(page: number): Promise<z.output<typeof engageAnswer>> {
    const response = await send(access, {
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
      throw page > 0 && isMixpanelError(error, "invalid")
        ? cutShort("the session ended before the last page", error)
        : error;
    });
    return readJson(response, operation, engageAnswer, signal);
  }
}

const cutShort = (what: string, cause?: unknown) =>
  new MixpanelError("incomplete", operation, `${operation}: ${what}`, { cause });
