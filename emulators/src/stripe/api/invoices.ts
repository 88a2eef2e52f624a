import type { Stripe } from "stripe";
import { z } from "zod";
import { charge } from "../billing/charge.js";
import { invalid, StripeFailure } from "../failure.js";
import { expand, paging, shape } from "../shape.js";
import { list, route, type Route } from "./route.js";

const listShape = shape<Stripe.InvoiceListParams>()(
  z.strictObject({
    customer: z.string().optional(),
    subscription: z.string().optional(),
    status: z.enum(["draft", "open", "paid", "void", "uncollectible"]).optional(),
    ...paging,
  }),
);
const payShape = shape<Stripe.InvoicePayParams>()(z.strictObject({ expand }));
const uncollectibleShape = shape<Stripe.InvoiceMarkUncollectibleParams>()(z.strictObject({ expand }));

export const invoiceRoutes: Route[] = [
  route("GET", "/v1/invoices", listShape, ({ state }, { customer, subscription, status, ...page }) =>
    list(
      "/v1/invoices",
      Object.values(state.invoices).filter(
        (invoice) =>
          (customer === undefined || invoice.customer === customer) &&
          (subscription === undefined || invoice.parent.subscription_details.subscription === subscription) &&
          (status === undefined || invoice.status === status),
      ),
      page,
    ),
  ),
  route("POST", "/v1/invoices/:id/pay", payShape, (world, _params, id) => {
    const invoice = world.get("invoices", id);
    if (invoice.status === "paid") throw invalid("Invoice is already paid", "invoice_already_paid");
    if (invoice.status !== "open") throw invalid("This invoice can no longer be paid");
    if (!charge(world, invoice, world.now()))
      throw new StripeFailure(402, {
        type: "card_error",
        code: "card_declined",
        decline_code: "generic_decline",
        message: "Your card was declined.",
      });
    return invoice;
  }),
  route("POST", "/v1/invoices/:id/mark_uncollectible", uncollectibleShape, (world, _params, id) => {
    const invoice = world.get("invoices", id);
    if (invoice.status !== "open") throw invalid("You can only mark open invoices as uncollectible.");
    invoice.status = "uncollectible";
    invoice.next_payment_attempt = null;
    invoice.status_transitions.marked_uncollectible_at = world.now();
    world.emit("invoice.marked_uncollectible", invoice);
    return invoice;
  }),
];
