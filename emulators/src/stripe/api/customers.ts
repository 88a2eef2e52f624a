import type { Stripe } from "stripe";
import { z } from "zod";
import { end } from "../billing/charge.js";
import { invalid } from "../failure.js";
import type { Customer } from "../objects.js";
import { expand, metadata, paging, shape } from "../shape.js";
import { list, route, type Route } from "./route.js";

const createShape = shape<Stripe.CustomerCreateParams>()(
  z.strictObject({
    email: z.string().max(512).optional(),
    name: z.string().max(256).optional(),
    metadata: metadata.optional(),
    expand,
  }),
);
const updateShape = shape<Stripe.CustomerUpdateParams>()(
  z.strictObject({
    email: z.string().max(512).optional(),
    name: z.string().max(256).optional(),
    metadata: metadata.optional(),
    invoice_settings: z.strictObject({ default_payment_method: z.string().optional() }).optional(),
    expand,
  }),
);
const deleteShape = z.strictObject({});
const listShape = shape<Stripe.CustomerListParams>()(
  z.strictObject({ email: z.string().optional(), ...paging }),
);

export const customerRoutes: Route[] = [
  route("POST", "/v1/customers", createShape, (world, { email, name, metadata: given }) => {
    const customer: Customer = {
      id: world.id("cus"),
      object: "customer",
      created: world.now(),
      livemode: false,
      balance: 0,
      delinquent: false,
      email: email ?? null,
      name: name ?? null,
      metadata: given ?? {},
      invoice_settings: { default_payment_method: null },
    };
    world.state.customers[customer.id] = customer;
    world.emit("customer.created", customer);
    return customer;
  }),
  route("DELETE", "/v1/customers/:id", deleteShape, (world, _params, id) => {
    const customer = world.get("customers", id);
    for (const subscription of Object.values(world.state.subscriptions))
      if (subscription.customer === id && subscription.status !== "canceled")
        end(world, subscription, world.now());
    // Open invoices are no longer charged.
    for (const invoice of Object.values(world.state.invoices))
      if (invoice.customer === id)
        Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
    for (const method of Object.values(world.state.paymentMethods))
      if (method.customer === id) method.customer = null;
    const { [id]: _gone, ...others } = world.state.customers;
    world.state.customers = others;
    world.emit("customer.deleted", customer);
    return { id, object: "customer", deleted: true };
  }),
  route("POST", "/v1/customers/:id", updateShape, (world, { invoice_settings, expand: _, ...fields }, id) => {
    const customer = world.get("customers", id);
    const methodId = invoice_settings?.default_payment_method;
    if (methodId !== undefined) {
      if (world.get("paymentMethods", methodId).customer !== id)
        throw invalid(
          `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
          "resource_missing",
          "invoice_settings[default_payment_method]",
        );
      customer.invoice_settings.default_payment_method = methodId;
    }
    Object.assign(customer, fields);
    world.emit("customer.updated", customer);
    return customer;
  }),
  route("GET", "/v1/customers", listShape, ({ state }, { email, ...page }) =>
    list(
      "/v1/customers",
      Object.values(state.customers).filter((customer) => email === undefined || customer.email === email),
      page,
    ),
  ),
];
