/** How Stripe's test cards behave. Every other number is declined, as in Stripe's test mode. */
export type CardBehaviour = {
  brand: string;
  /** Why the card can't be saved; null if it can. */
  declinedAtSetup: { code: string; decline_code: string; message: string } | null;
  needsAuthentication: boolean;
  declinesCharges: boolean;
};

const declined = (decline_code: string, message = "Your card was declined.") => ({
  code: "card_declined",
  decline_code,
  message,
});
const good = { brand: "visa", declinedAtSetup: null, needsAuthentication: false, declinesCharges: false };

const cards: Readonly<Record<string, CardBehaviour>> = {
  "4242424242424242": good,
  "4000056655665556": good,
  "5555555555554444": { ...good, brand: "mastercard" },
  "4000002500003155": { ...good, needsAuthentication: true },
  "4000000000000341": { ...good, declinesCharges: true },
  "4000000000000002": { ...good, declinedAtSetup: declined("generic_decline") },
  "4000000000009995": {
    ...good,
    declinedAtSetup: declined("insufficient_funds", "Your card has insufficient funds."),
  },
};

export const cardOf = (number: string): CardBehaviour =>
  cards[number] ?? {
    ...good,
    declinedAtSetup: declined(
      "live_mode_test_card",
      "Your card was declined. Your request was in test mode, but used a non test card.",
    ),
  };

/** Luhn's check digit (ISO/IEC 7812-1). */
export function isCardNumber(text: string): boolean {
  if (!/^\d{13,19}$/.test(text)) return false;
  const sum = text
    .split("")
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
