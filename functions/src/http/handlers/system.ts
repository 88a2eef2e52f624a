import type { Dependencies } from "../../composition/dependencies.js";
import { checkHealth } from "../../features/health/check-health.js";
import { notFound } from "../../common/errors.js";
import { addMs, dayMs, secondMs, toInstant } from "../../common/time.js";
import { type Handlers, Reply } from "../endpoint.js";

/** Limit for each dependency's check, so that a monitoring service never waits longer. */
const timeoutMs = 3 * secondMs;

export const systemHandlers = (deps: Dependencies) =>
  ({
    getHealth: async () => {
      const health = await checkHealth(deps.probes, timeoutMs);
      return new Reply(health, {}, health.status === "ok" ? 200 : 503);
    },
    getOperator: () => deps.settings.operator,
    getSecurityTxt: () => {
      const { operator, appUrl } = deps.settings;
      if (operator.email === null) throw notFound("security contact");
      return new Reply(securityTxt(operator.email, appUrl, deps.clock.now()), {
        "Content-Type": "text/plain; charset=utf-8",
      });
    },
    getOpenApi: async () => (await import("../openapi/document.js")).openApiDocument(deps.settings.appUrl),
  }) satisfies Partial<Handlers>;

/** RFC 9116. It expires so that a stale copy isn't trusted forever. */
const securityTxt = (email: string, appUrl: string, now: Date): string =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${toInstant(addMs(now, 90 * dayMs))}`,
    "Preferred-Languages: en",
    `Canonical: ${appUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
