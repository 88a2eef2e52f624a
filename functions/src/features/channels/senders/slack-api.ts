import { z } from "zod";
import { parseJson } from "../../../common/parse-json.js";
import { assertSuccess, DeliveryError, type SenderDeps } from "./sender.js";

const answerSchema = z.looseObject({ ok: z.boolean(), error: z.string().optional() });

/**
 * Calls a method of Slack's Web API.
 * @param tolerated Slack errors that don't count as failures here
 * @throws DeliveryError with Slack's error
 */
export async function callSlack(
  { outbound, settings }: Pick<SenderDeps, "outbound" | "settings">,
  botToken: string,
  method: string,
  body: Record<string, unknown>,
  tolerated: readonly string[] = [],
): Promise<unknown> {
  const isRead = /^(?:conversations|users)\./.test(method);
  const query = isRead ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : "";
  const answer = await outbound.send({
    method: isRead ? "GET" : "POST",
    url: `${settings.channelServices.slack}/${method}${query}`,
    headers: {
      authorization: `Bearer ${botToken}`,
      "content-type": "application/json; charset=utf-8",
    },
    ...(isRead ? {} : { body: JSON.stringify(body) }),
  });
  assertSuccess(answer);
  const parsed = answerSchema.safeParse(parseJson(answer.body));
  if (!parsed.success) throw new DeliveryError("Slack's answer could not be read.");
  const { ok, error = "an unknown error" } = parsed.data;
  if (!ok && !tolerated.includes(error))
    throw new DeliveryError(`Slack answered: ${error}`, answer.retryAfterSeconds);
  return parsed.data;
}
