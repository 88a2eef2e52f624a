import { AppError } from "../../common/errors.js";
import type { Payments } from "./payments.js";

/** @throws AppError `payments-unavailable` if Stripe is not configured */
export function requirePayments(payments: Payments | null): Payments {
  if (payments) return payments;
  throw new AppError("payments-unavailable", "Stripe is not configured.", {
    userMessage: "Stripe is not yet configured. Payment setup will be available soon.",
  });
}
