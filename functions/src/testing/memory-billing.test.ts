import { describeBillingRepository } from "./billing-suite.js";
import { testDependencies } from "./dependencies.js";

describeBillingRepository("memory", async () => ({ ...testDependencies(), own: (id) => id }));
