import type { Stripe } from "stripe";
import { AppError } from "../../shared/errors.js";
import { once } from "../../shared/once.js";
import { secondMs } from "../../shared/time.js";

export type StripeSettings = {
  /** Null = api.stripe.com. */
  apiBase: string | null;
  secretKey: string;
  /** How often the library itself tries again. */
  retries: number;
};

export type StripeClient = {
  /** Calls the API; what Stripe refuses or does not answer becomes `upstream-failed`, but for what `expected` takes. */
  call<T>(work: (stripe: Stripe) => Promise<T>, expected?: (refusal: StripeRefusal) => T): Promise<T>;
  raw(): Promise<Stripe>;
};

/** The part of Stripe's own error that decisions are made by. */
export type StripeRefusal = { type: string; code: string | undefined; message: string };

/** The official library, loaded at its first use: requests that have nothing to do with money do not parse it. */
export function stripeClient({ apiBase, secretKey, retries }: StripeSettings): StripeClient {
  const stripe = once(async () => {
    const { default: Library } = await import("stripe");
    const address = apiBase === null ? {} : addressOf(new URL(apiBase));
    return new Library(secretKey, {
      ...address,
      maxNetworkRetries: retries,
      timeout: 15 * secondMs,
      telemetry: false,
    });
  });
  return {
    raw: stripe,
    async call(work, expected) {
      try {
        return await work(await stripe());
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        if (expected) return expected(refusal);
        throw upstreamFailed(error, refusal);
      }
    },
  };
}

/** For a refusal that `expected` was offered but does not expect. */
export const upstreamFailed = (cause: unknown, refusal: StripeRefusal): AppError =>
  new AppError("upstream-failed", `Stripe: ${refusal.code ?? refusal.type}`, {
    userMessage: "Stripe did not complete the request. Please try again.",
    details: { stripeCode: refusal.code ?? refusal.type },
    cause,
  });

/** Stripe's errors by their shape, so that recognising one does not load the library. */
function refusalOf(error: unknown): StripeRefusal | null {
  if (!(error instanceof Error) || !("type" in error) || typeof error.type !== "string") return null;
  if (!error.type.startsWith("Stripe")) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type: error.type, code, message: error.message };
}

function addressOf({ protocol, hostname, port }: URL) {
  const scheme: "http" | "https" = protocol === "http:" ? "http" : "https";
  return { protocol: scheme, host: hostname, port: port || (scheme === "http" ? 80 : 443) };
}
