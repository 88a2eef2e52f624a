import { amount, choice, choiceOf, flag, type Property, whole, withGaps } from "./property.js";

/** User properties, except the email address and the dates that Mixpanel maintains. */
export const profileProperties: readonly Property[] = [
  choice("$city", { "New York": 0.27, London: 0.21, Chicago: 0.2, Toronto: 0.17, Berlin: 0.15 }),
  choice("$country_code", { US: 0.5, GB: 0.15, CA: 0.13, DE: 0.12, FR: 0.1 }),
  choice("$os", { Android: 0.45, iOS: 0.35, Windows: 0.2 }),
  choice("preferred_store", { downtown: 0.58, riverside: 0.3, airport: 0.12 }),
  withGaps(choice("newsletter_topic", { sales: 0.61, style: 0.27, news: 0.12 }), { nulls: 0.03 }),
  choice("signup_channel", { organic: 0.62, search_ad: 0.26, referral: 0.12 }),
  choice("loyalty_tier", { bronze: 0.6, silver: 0.28, gold: 0.12 }),
  withGaps(choice("preferred_size", { medium: 0.58, large: 0.3, small: 0.12 }), { absent: 0.05 }),
  choice("contact_preference", { email: 0.63, push: 0.25, none_at_all: 0.12 }),
  choice("payment_preference", { card: 0.62, paypal: 0.27, invoice: 0.11 }),
  choice("favourite_category", { shoes: 0.61, jackets: 0.27, bags: 0.12 }),
  choice("delivery_preference", { home: 0.63, pickup: 0.26, locker: 0.11 }),
  choice("size_system", { european: 0.6, british: 0.28, american: 0.12 }),
  choice("currency_preference", { USD: 0.62, EUR: 0.26, GBP: 0.12 }),
  choice("theme_preference", { system: 0.6, light: 0.28, dark: 0.12 }),
  flag("marketing_opt_in", 0.57),
  whole("orders_count", 0, 60, 4),
  amount("lifetime_value", 120, 1.1),
  withGaps(whole("age", 18, 79, 1.2), { absent: 0.3 }),
  choiceOf("interests", "array", [
    [["shoes"], 0.4],
    [["shoes", "bags"], 0.35],
    [["home"], 0.25],
  ]),
  choiceOf("consent", "object", [
    [{ analytics: true, ads: false }, 0.6],
    [{ analytics: true, ads: true }, 0.4],
  ]),
];
