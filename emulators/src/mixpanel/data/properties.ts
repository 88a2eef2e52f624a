import { campaign } from "./common-properties.js";
import { hex } from "./hex.js";
import { amount, choice, choiceOf, flag, made, type Property, whole, withGaps } from "./property.js";
import type { Random } from "./random.js";

/** Event properties by name. The catalog says which event has which properties. */
export const eventProperties: ReadonlyMap<string, Property> = new Map(
  definitions().map((property) => [property.name, property]),
);

function definitions(): Property[] {
  return [...commerce(), ...content(), ...technical()];
}

function commerce(): Property[] {
  return [
    made("product_id", "string", (random) => `"P${100000 + Math.floor(900000 * random() ** 2)}"`),
    withGaps(
      made("order_id", "string", (random) => `"${hex(random, 2)}"`),
      { nulls: 0.004 },
    ),
    choice("category", { shoes: 0.24, shirts: 0.22, jackets: 0.17, bags: 0.14, jewellery: 0.12, home: 0.11 }),
    amount("price", 34, 0.8),
    amount("order_value", 78, 0.9),
    withGaps(amount("discount_amount", 9, 0.7), { absent: 0.55 }),
    whole("quantity", 1, 12, 4),
    choice("currency", { USD: 0.62, EUR: 0.24, GBP: 0.1, CAD: 0.04 }),
    choice("payment_method", { card: 0.52, paypal: 0.23, apple_pay: 0.15, invoice: 0.1 }),
    choice("shipping_method", { standard: 0.58, express: 0.27, pickup: 0.15 }),
    choice("delivery_window", { morning: 0.62, afternoon: 0.26, evening: 0.12 }),
    choice("stock_status", { in_stock: 0.68, low_stock: 0.2, preorder: 0.12 }),
    choice("quiz_result", { classic: 0.5, sporty: 0.3, bold: 0.2 }),
    choice("sort_order", { relevance: 0.6, price_low: 0.22, newest: 0.12, rating: 0.06 }),
    withGaps(choice("coupon_code", { WELCOME10: 0.5, FREESHIP: 0.3, EXTRA15: 0.2 }), { absent: 0.7 }),
    withGaps(made("gift_note", "string", words), { absent: 0.9, empty: 0.05 }),
    choiceOf("cart_skus", "array", [
      [["tee"], 0.4],
      [["tee", "jeans"], 0.25],
      [["boots"], 0.2],
      [["boots", "scarf", "hat"], 0.15],
    ]),
    made(
      "line_items",
      "array",
      (random) =>
        `[{"sku":"P${Math.floor(9000 * random()) + 1000}","units":${1 + Math.floor(3 * random())}}]`,
    ),
    choiceOf("store_hours", "object", [
      [{ open: "09:00", close: "20:00" }, 0.7],
      [{ open: "10:00", close: "18:00" }, 0.3],
    ]),
    whole("rating", 1, 5, 0.6),
    campaign,
  ];
}

function content(): Property[] {
  return [
    made("search_term", "string", words),
    whole("results_count", 0, 900, 2.5),
    choice("result_type", { product: 0.71, brand: 0.17, article: 0.12 }),
    choice("placement", { home_top: 0.5, category_top: 0.3, cart_side: 0.2 }),
    choice("notification_type", { order_update: 0.62, price_alert: 0.22, back_in_stock: 0.1, digest: 0.06 }),
    made("video_position_s", "number", (random) => String(Math.floor(180 * random() ** 1.4))),
    choice("theme", { light: 0.66, dark: 0.34 }),
    choice("entry_point", { home: 0.44, search: 0.26, push: 0.17, deep_link: 0.13 }),
    withGaps(
      choice("referrer_domain", { "www.google.com": 0.6, "www.bing.com": 0.2, "duckduckgo.com": 0.2 }),
      {
        absent: 0.35,
        nulls: 0.05,
      },
    ),
    withGaps(choice("company_size", { "1-10": 0.4, "11-50": 0.3, "51-200": 0.2, "N/A": 0.1 }), {
      absent: 0.3,
    }),
    flag("is_first_time", 0.07),
    flag("from_recommendation", 0.31),
  ];
}

function technical(): Property[] {
  return [
    made("$current_url", "string", pageAddress),
    choice("page_type", { product: 0.46, list: 0.28, home: 0.16, cart: 0.1 }),
    amount("load_time_ms", 640, 0.5, 0),
    amount("scroll_depth", 0.5, 0.4, 3),
    choiceOf("http_status", "number", [
      [200, 0.94],
      [404, 0.035],
      [500, 0.025],
    ]),
    choice("error_code", { timeout: 0.42, not_found: 0.3, declined: 0.18, unknown: 0.1 }),
    withGaps(choice("error_detail", { "connection reset by peer": 0.5, "upstream answered late": 0.5 }), {
      absent: 0.2,
      empty: 0.1,
    }),
    whole("retry_count", 0, 6, 3),
    made("expires_at", "string", instant),
    made("queued_at", "number", (random) => String(1_735_689_600 + Math.floor(31_536_000 * random()))),
    choiceOf("feature_flags", "object", [
      [{ new_cart: true, beta_search: false }, 0.6],
      [{ new_cart: true, beta_search: true }, 0.25],
      [{ new_cart: false, beta_search: false }, 0.15],
    ]),
    made("temperature_c", "number", (random) => String(Math.round((random() * 40 - 12) * 10) / 10)),
  ];
}

/** One to three words as typed into a shop's search box, as JSON text. */
function words(random: Random): string {
  const count = 1 + Math.floor(3 * random());
  const chosen = Array.from({ length: count }, () => vocabulary[Math.floor(random() * vocabulary.length)]!);
  return `"${chosen.join(" ")}"`;
}

/** A URL that rarely repeats, as JSON text. */
function pageAddress(random: Random): string {
  const kind = ["p", "c", "s"][Math.floor(3 * random())]!;
  return `"https://shop.example.com/${kind}/${Math.floor(90000 * random()) + 10000}?ref=${hex(random, 1)}"`;
}

/** A date and time without a time zone, as JSON text. */
function instant(random: Random): string {
  const month = twoDigits(1 + Math.floor(12 * random()));
  const day = twoDigits(1 + Math.floor(28 * random()));
  return `"2027-${month}-${day}T${twoDigits(Math.floor(24 * random()))}:00:00"`;
}

const vocabulary = [
  "linen",
  "shirt",
  "blue",
  "winter",
  "boots",
  "gift",
  "leather",
  "bag",
  "größe",
  "été",
  "wool",
  "set",
];

const twoDigits = (n: number): string => String(n).padStart(2, "0");
