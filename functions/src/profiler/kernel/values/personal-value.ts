/**
 * Whether a value looks like personal data or a secret: an email address, phone number, URL with a query, token, IBAN or
 * card number. Such a value is counted under its hash like any other, but never kept or shown by name.
 * @param text JSON text of the value; in a list or an object, one suspicious part is enough
 */
export function looksPersonal(text: string): boolean {
  if (text.length < shortestPersonal) return false;
  return (
    (text.includes("@") && email.test(text)) ||
    (text.includes("?") && urlWithQuery.test(text)) ||
    (text.length >= shortestToken && hasToken(text)) ||
    hasNumber(text)
  );
}

const shortestPersonal = 6;
const shortestToken = 20;

// Repetitions are bounded, since values are untrusted and have up to 8 KB.
const email = /[^\s@"<>,;:]{1,64}@[^\s@"<>,;:]{1,190}\.\p{L}{2,24}/u;
const urlWithQuery = /(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.|"\/)[^\s"?]{0,500}\?[^\s"]/i;

const knownToken =
  /(?:sk|pk|rk|whsec|ghp|gho|ghs|github_pat|glpat|xox[abprs])[_-][\w-]{12,}|AKIA[A-Z\d]{16}|AIza[\w-]{30}|Bearer [\w.~+/=-]{12,}/;
/** 32 or more hexadecimal digits, with or without the dashes of a UUID. */
const hexadecimal = /(?<![\w-])[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12,}(?![\w-])/i;
const longWord = /[\w+/=-]{32,}/g;

/** A JSON Web Token's header and payload. Word by word, since one pattern for both takes quadratic time. */
function hasWebToken(text: string): boolean {
  for (const { 0: word, index } of text.matchAll(/[\w-]+/g)) {
    const start = word.indexOf("eyJ");
    const rest = index + word.length;
    if (start >= 0 && word.length - start >= 11 && /^\.[\w-]{8}/.test(text.slice(rest, rest + 9)))
      return true;
  }
  return false;
}

function hasToken(text: string): boolean {
  if (hasWebToken(text) || knownToken.test(text) || hexadecimal.test(text)) return true;
  return (text.match(longWord) ?? [])
    .flatMap((word) => word.split(/[-_]/))
    .some((part) => part.length >= 16 && /[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part));
}

/** Digits with the separators that people use, and IBANs with their letters. */
const numberLike = /(?<![\w.])(?:[A-Z]{2}\d{2}[A-Z\d ]{11,32}|[+(]?\d[\d ().\-/]{7,24}\d)(?![\w.])/g;

function hasNumber(text: string): boolean {
  return (text.match(numberLike) ?? []).some((part) => {
    if (/^[A-Z]/.test(part)) return isIban(part.replaceAll(" ", ""));
    const digits = part.replace(/\D/g, "");
    return isPhone(part, digits) || isCard(part, digits);
  });
}

/** With a leading +, in groups of 3, 3 and 4 digits, or 10 or 11 digits in a row. */
const isPhone = (part: string, digits: string): boolean =>
  (/^\+/.test(part) && digits.length >= 8 && digits.length <= 15) ||
  /^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/.test(part) ||
  /^\d{10,11}$/.test(part);

/** Luhn checksum (ISO/IEC 7812-1), with the digits in a row or in groups. */
function isCard(part: string, digits: string): boolean {
  if (digits.length < 13 || digits.length > 19 || !/^\d+(?:[ -]\d+)*$/.test(part)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ISO 13616: move the first four characters to the end, read letters as 10 to 35; the number modulo 97 must be 1. */
function isIban(text: string): boolean {
  if (text.length < 15 || text.length > 34) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4))
    for (const digit of String(parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1;
}
