import type { Dependencies } from "../../composition/dependencies.js";
import { checkHealth } from "../../features/health/check-health.js";
import { healthFigures } from "../../features/health/health-figures.js";
import { secondMs } from "../../common/time.js";
import { type Handlers, Reply } from "../endpoint.js";

type Names = "getHealth" | "getOpenApi";

export const systemHandlers = (deps: Dependencies): Pick<Handlers, Names> => {
  const figures = healthFigures(deps);
  return {
    getHealth: async () => {
      const [health, shown] = await Promise.all([checkHealth(deps.probes, 3 * secondMs), figures()]);
      return new Reply({ ...health, figures: shown }, {}, health.status === "ok" ? 200 : 503);
    },
    getOpenApi: async () => (await import("../openapi.js")).openApiDocument(),
  };
};
