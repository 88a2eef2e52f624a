import { AppError } from "../../shared/errors.js";
import type { Payments } from "./payments.js";

/** @throws AppError `payments-unavailable` where no card payment is configured */
export function configured(payments: Payments | null): Payments {
  if (payments) return payments;
  throw new AppError("payments-unavailable", "Card payment is not configured.", {
    userMessage: "Stripe is not yet configured. Payment setup will be available soon.",
  });
}
