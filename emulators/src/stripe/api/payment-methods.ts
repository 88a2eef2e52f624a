import type { Stripe } from "stripe";
import { z } from "zod";
import { invalid } from "../failure.js";
import { expand, paging, shape } from "../shape.js";
import { list, route, type Route } from "./route.js";

const retrieveShape = shape<Stripe.PaymentMethodRetrieveParams>()(z.strictObject({ expand }));
const listShape = shape<Stripe.PaymentMethodListParams>()(
  z.strictObject({ customer: z.string().optional(), type: z.literal("card").optional(), ...paging }),
);
const detachShape = shape<Stripe.PaymentMethodDetachParams>()(z.strictObject({ expand }));

export const paymentMethodRoutes: Route[] = [
  route("GET", "/v1/payment_methods/:id", retrieveShape, (world, _params, id) =>
    world.get("paymentMethods", id),
  ),
  route("GET", "/v1/payment_methods", listShape, ({ state }, { customer, type: _, ...page }) =>
    list(
      "/v1/payment_methods",
      Object.values(state.paymentMethods).filter(
        (method) => customer === undefined || method.customer === customer,
      ),
      page,
    ),
  ),
  route("POST", "/v1/payment_methods/:id/detach", detachShape, (world, _params, id) => {
    const method = world.get("paymentMethods", id);
    const { customer } = method;
    if (customer === null)
      throw invalid(
        "The payment method you provided is not attached to a customer so detachment is impossible.",
      );
    method.customer = null;
    const settings = world.get("customers", customer).invoice_settings;
    if (settings.default_payment_method === id) settings.default_payment_method = null;
    world.emit("payment_method.detached", method, world.now(), { customer });
    return method;
  }),
];
