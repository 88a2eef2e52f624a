import { Stripe } from "stripe";
import type { Run } from "./apply.js";
import { createPlan, type CreatedPlan, type PlanOptions } from "../stripe-plan.js";

/** Creates or fixes the plan in Stripe. A dry run only reads, and pretends that it created what is missing. */
export async function applyPlan(
  run: Run,
  settings: { secretKey: string; fetch: typeof fetch },
  options: PlanOptions,
): Promise<CreatedPlan> {
  const before = run.changes;
  const observed: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? "GET";
    if (method === "GET") {
      if (run.isDryRun) run.print(`    GET ${url}`);
      return settings.fetch(input, init);
    }
    const body =
      typeof init?.body === "string" && init.body !== "" ? ` ${decodeURIComponent(init.body)}` : "";
    run.print(`${run.isDryRun ? "-->" : "+  "} Stripe plan\n    ${method} ${url}${body}`);
    run.changes++;
    return run.isDryRun ? Response.json(newObject) : settings.fetch(input, init);
  };
  const stripe = new Stripe(settings.secretKey, { httpClient: Stripe.createFetchHttpClient(observed) });
  const plan = await createPlan(stripe, options);
  for (const sentence of plan.mended) run.print(`    ${sentence}`);
  if (run.changes === before) run.print("ok  Stripe plan");
  return plan;
}

/** Stands in for Stripe's responses in a dry run, with the fields that the plan reads. */
const newObject = { id: "new", secret: "new", webhook_endpoint: { signing_secret: "new" } };
