import { expect, it } from "vitest";
import type { Payments } from "./payments.js";
import { minuteMs } from "../../common/time.js";
import { testDependencies } from "../../testing/dependencies.js";
import { newWorkspaceId } from "../../testing/tenants.js";
import { createSetupIntent } from "./create-setup-intent.js";

const workspaceId = newWorkspaceId();

/** The checkout's address, asked for 11 minutes after the login. */
async function checkoutWith(paymentMethodId: string | null, purpose: "subscribe" | "change-card") {
  const deps = testDependencies();
  const payments = { openCheckout: async () => "https://checkout.example.com" } as unknown as Payments;
  await deps.billing.change(workspaceId, (account) => ({
    ...account,
    customer: { ...account.customer, customerId: "cus_1", paymentMethodId },
  }));
  const signedInAt = new Date(deps.clock.now().getTime() - 11 * minuteMs);
  const person = { uid: "ada", email: "ada@example.com", isEmailVerified: true, displayName: "Ada" };
  const actor = { ...person, signedInAt, ip: null, token: null, workspaceId, role: "owner" as const };
  return createSetupIntent({ ...deps, payments }, actor, purpose);
}

it.each(["subscribe", "change-card"] as const)(
  "replaces a card only after a fresh login (%s)",
  async (to) => {
    await expect(checkoutWith("pm_1", to)).rejects.toMatchObject({ code: "sign-in-again" });
  },
);

it("needs none for the first card", async () => {
  await expect(checkoutWith(null, "subscribe")).resolves.toEqual({
    checkoutUrl: "https://checkout.example.com",
  });
});
