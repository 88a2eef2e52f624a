import type { Dependencies } from "../../features/dependencies.js";
import { checkHealth } from "../../features/health/check-health.js";
import { secondMs } from "../../shared/time.js";
import { type Handlers, Reply } from "../endpoint.js";

type Names = "getHealth" | "getOpenApi";

export const systemHandlers = ({ probes }: Dependencies): Pick<Handlers, Names> => ({
  getHealth: async () => {
    const health = await checkHealth(probes, 3 * secondMs);
    return new Reply(health, {}, health.status === "ok" ? 200 : 503);
  },
  getOpenApi: async () => (await import("../openapi.js")).openApiDocument(),
});
