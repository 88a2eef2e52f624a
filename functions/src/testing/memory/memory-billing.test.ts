import { describeBillingRepository } from "../suites/billing-suite.js";
import { testDependencies } from "../dependencies.js";

describeBillingRepository("memory", async () => ({ ...testDependencies(), own: (id) => id }));
