import type { Stripe } from "stripe";
import { z } from "zod";
import { invalid } from "../failure.js";
import type { Price, Product, Tier } from "../objects.js";
import { expand, flag, metadata, paging, shape, whole } from "../shape.js";
import { list, route, type Route } from "./route.js";

const decimal = z.string().regex(/^\d+(\.\d{1,12})?$/);
const createProductShape = shape<Stripe.ProductCreateParams>()(
  z.strictObject({
    id: z.string().optional(),
    name: z.string().min(1),
    description: z.string().optional(),
    metadata: metadata.optional(),
    expand,
  }),
);
const createPriceShape = shape<Stripe.PriceCreateParams>()(
  z.strictObject({
    currency: z.string().length(3),
    product: z.string(),
    nickname: z.string().optional(),
    lookup_key: z.string().optional(),
    transfer_lookup_key: flag.optional(),
    billing_scheme: z.literal("tiered"),
    tiers_mode: z.literal("graduated"),
    recurring: z.strictObject({
      interval: z.literal("month"),
      usage_type: z.literal("metered"),
      meter: z.string(),
    }),
    tiers: z
      .array(
        z.strictObject({
          up_to: z.union([z.literal("inf"), whole]),
          flat_amount: whole.optional(),
          unit_amount: whole.optional(),
          unit_amount_decimal: decimal.optional(),
        }),
      )
      .min(1),
    metadata: metadata.optional(),
    expand,
  }),
);
const retrievePriceShape = shape<Stripe.PriceRetrieveParams>()(z.strictObject({ expand }));
const updatePriceShape = shape<Stripe.PriceUpdateParams>()(
  z.strictObject({ active: flag.optional(), lookup_key: z.string().optional(), expand }),
);
const listPricesShape = shape<Stripe.PriceListParams>()(
  z.strictObject({
    lookup_keys: z.array(z.string()).optional(),
    product: z.string().optional(),
    active: flag.optional(),
    ...paging,
  }),
);

export const catalogueRoutes: Route[] = [
  route("POST", "/v1/products", createProductShape, (world, { id, name, description, metadata: given }) => {
    const product = newProduct(id ?? world.id("prod"), world.now(), { name, description, metadata: given });
    if (world.state.products[product.id])
      throw invalid("Product already exists.", "resource_already_exists", "id");
    world.state.products[product.id] = product;
    return product;
  }),
  route("POST", "/v1/prices", createPriceShape, (world, params) => {
    const { id: product } = world.get("products", params.product);
    const { id: meter } = world.get("meters", params.recurring.meter);
    const price = newPrice(world.id("price"), world.now(), { ...params, product }, meter);
    // A lookup key belongs to one price.
    for (const other of Object.values(world.state.prices))
      if (price.lookup_key !== null && other.lookup_key === price.lookup_key) {
        if (!params.transfer_lookup_key)
          throw invalid("A price with this lookup key already exists.", undefined, "lookup_key");
        other.lookup_key = null;
      }
    world.state.prices[price.id] = price;
    return price;
  }),
  route("GET", "/v1/prices/:id", retrievePriceShape, (world, _params, id) => world.get("prices", id)),
  route("POST", "/v1/prices/:id", updatePriceShape, (world, { active, lookup_key }, id) => {
    const price = world.get("prices", id);
    if (active !== undefined) price.active = active;
    if (lookup_key !== undefined) price.lookup_key = lookup_key;
    return price;
  }),
  route("GET", "/v1/prices", listPricesShape, ({ state }, { lookup_keys, product, active, ...page }) =>
    list(
      "/v1/prices",
      Object.values(state.prices).filter(
        (price) =>
          (product === undefined || price.product === product) &&
          (active === undefined || price.active === active) &&
          (lookup_keys === undefined || lookup_keys.includes(price.lookup_key ?? "")),
      ),
      page,
    ),
  ),
];

export const newProduct = (
  id: string,
  at: number,
  { name, description, metadata: given }: Omit<z.output<typeof createProductShape>, "id" | "expand">,
): Product => ({
  id,
  object: "product",
  created: at,
  updated: at,
  livemode: false,
  active: true,
  name,
  description: description ?? null,
  metadata: given ?? {},
});

export type PriceParams = Pick<z.output<typeof createPriceShape>, "currency" | "product" | "tiers"> &
  Partial<z.output<typeof createPriceShape>>;

export const newPrice = (id: string, at: number, params: PriceParams, meter: string): Price => ({
  id,
  object: "price",
  created: at,
  livemode: false,
  active: true,
  currency: params.currency,
  product: params.product,
  lookup_key: params.lookup_key ?? null,
  nickname: params.nickname ?? null,
  metadata: params.metadata ?? {},
  type: "recurring",
  billing_scheme: "tiered",
  tiers_mode: "graduated",
  recurring: { interval: "month", interval_count: 1, meter, usage_type: "metered" },
  tiers: params.tiers.map(toTier),
  unit_amount: null,
  unit_amount_decimal: null,
});

function toTier({
  up_to,
  flat_amount,
  unit_amount,
  unit_amount_decimal,
}: PriceParams["tiers"][number]): Tier {
  const unit = unit_amount_decimal ?? (unit_amount === undefined ? null : String(unit_amount));
  return {
    up_to: up_to === "inf" ? null : up_to,
    flat_amount: flat_amount ?? null,
    flat_amount_decimal: flat_amount === undefined ? null : String(flat_amount),
    // Stripe omits the integer amount if only the decimal can represent it.
    unit_amount: unit === null || !Number.isInteger(Number(unit)) ? null : Number(unit),
    unit_amount_decimal: unit,
  };
}
