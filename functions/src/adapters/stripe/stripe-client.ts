import type { Stripe } from "stripe";
import { AppError } from "../../common/errors.js";
import { once } from "../../common/once.js";
import { secondMs } from "../../common/time.js";

export type StripeSettings = {
  /** Null = api.stripe.com. */
  apiBase: string | null;
  secretKey: string;
  /** How often the library retries a failed request. */
  retries: number;
};

export type StripeClient = {
  /** Calls the API. A failure becomes `upstream-failed`, unless `expected` turns it into a result. */
  call: <T>(work: (stripe: Stripe) => Promise<T>, expected?: (refusal: StripeRefusal) => T) => Promise<T>;
  raw: () => Promise<Stripe>;
};

/** The fields of Stripe's errors that we use. */
export type StripeRefusal = { type: string; code: string | undefined; message: string };

/** The official library, loaded on first use, because most requests do not need it. */
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
        const refusal = readRefusal(error);
        if (!refusal) throw error;
        if (expected) return expected(refusal);
        throw upstreamFailed(error, refusal);
      }
    },
  };
}

/** The error for a failure that `expected` does not handle. */
export const upstreamFailed = (cause: unknown, refusal: StripeRefusal): AppError =>
  new AppError("upstream-failed", `Stripe: ${refusal.code ?? refusal.type}`, {
    userMessage: "Stripe did not complete the request. Please try again.",
    details: { stripeCode: refusal.code ?? refusal.type },
    cause,
  });

/** Recognizes Stripe's errors by their fields, without loading the library. */
function readRefusal(error: unknown): StripeRefusal | null {
  if (!(error instanceof Error) || !("type" in error) || typeof error.type !== "string") return null;
  if (!error.type.startsWith("Stripe")) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type: error.type, code, message: error.message };
}

function addressOf({ protocol, hostname, port }: URL) {
  const scheme: "http" | "https" = protocol === "http:" ? "http" : "https";
  return { protocol: scheme, host: hostname, port: port || (scheme === "http" ? 80 : 443) };
}
