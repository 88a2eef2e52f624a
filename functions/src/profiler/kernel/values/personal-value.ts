import { hasVersionName } from "../../../contract/names/property-names.js";
import { isIP } from "node:net";
import type { personalKinds } from "../../../aggregates/model.js";

/**
 * Whether a value looks like personal data or a secret: an email address, phone number, URL with a query or a token, IBAN,
 * card number, US social security number, IP address, or a date of birth. Such a value is counted under its hash like any
 * other, but never kept or shown by name.
 * @param text JSON text of the value; in a list or an object, one suspicious part is enough
 * @param property whose value it is: a date is one of birth, and 1.2.3.4 a version, only if the name says so
 */
export function looksPersonal(text: string, property: string): boolean {
  if (text.length < shortestPersonal) return false;
  return (
    hasEmail(text) ||
    (text.includes("?") && urlWithQuery.test(text)) ||
    (text.includes("#") && urlWithFragment.test(text)) ||
    (text.includes("/") && pathWithToken.test(text)) ||
    (text.length >= shortestToken && hasToken(text)) ||
    hasNumber(text) ||
    hasAddress(text, property) ||
    (birthName.test(property) && /\d/.test(text) && fullDate.test(text))
  );
}

/**
 * The kind of personal data that a text certainly is. Unlike `looksPersonal`, which hides ids and dates too rather than miss
 * anything, it is silent in doubt: a row of digits or a UUID may be an id.
 * @param text JSON text
 */
export function personalKindOf(text: string): (typeof personalKinds)[number] | null {
  if (text.length < shortestPersonal || !/^["[{]/.test(text)) return null;
  if (hasEmail(text)) return "email";
  if (knownToken.test(text) || (text.length >= shortestToken && hasWebToken(text))) return "token";
  return (text.match(numberLike) ?? []).some(isWrittenPhone) ? "phone" : null;
}

/** With a leading +, or in groups as people write them. */
const isWrittenPhone = (part: string): boolean =>
  !/^[A-Z]/.test(part) && /^\+|\D/.test(part) && isPhone(part, part.replace(/\D/g, ""));

const shortestPersonal = 6;
const shortestToken = 20;

// Repetitions are bounded, since values are untrusted and have up to 8 KB.
/** Percent-encoded once or twice, or the full-width and small forms. */
const otherAt = /%(?:25)?40|[\uff20\ufe6b]/g;
const email = /[^\s@"<>,;:]{1,64}@[^\s@"<>,;:]{1,190}\.\p{L}{2,24}/u;
const hasEmail = (text: string): boolean => {
  const written = text.replace(otherAt, "@");
  return written.includes("@") && email.test(written);
};

const urlWithQuery = /(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.|"\/)[^\s"?]{0,500}\?[^\s"]/i;
/** A fragment that sets something: `#access_token=`. */
const urlWithFragment = /\/[^\s"#]{0,500}#[^\s"=]{1,100}=[^\s"]/;
/** A long id after a word that says what it is for: `/reset/`. */
const pathWithToken =
  /\/(?:[\w-]{0,40}[_-])?(?:reset|verify|verification|confirm|confirmation|activate|activation|invite|invitation|unsubscribe|token|magic|login|auth)(?:[_-][\w-]{0,40})?\/(?=[\w.~-]{0,200}\d)[\w.~-]{12}/i;

const birthName = /birth|naissance|nacimiento|nascita|geburt|(?:^|[^a-z])dob(?:[^a-z]|$)/i;
/** With day, month and year, or a number with as many digits. */
const fullDate =
  /\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{6}|\d{1,2}.{0,3}\p{L}{3,12}.{0,3}\d{2,4}|\p{L}{3,12}.{0,3}\d{1,2}.{1,3}\d{2,4}/u;

/** Of IP version 4 or 6. A version looks like one of version 4. */
function hasAddress(text: string, property: string): boolean {
  const mayBeVersion4 = !hasVersionName(property);
  return (text.match(/[\da-f:.]{6,45}/gi) ?? []).some((part) => {
    const version = isIP(part.replace(/\.$/, ""));
    return version === 6 ? /\d/.test(part) : version === 4 && mayBeVersion4 && !part.endsWith(".0.0");
  });
}

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
    return isPhone(part, digits) || isCard(part, digits) || socialSecurityNumber.test(part);
  });
}

/**
 * With a leading + or 00, a leading 0 and groups of digits, in groups of 3, 3 and 4 digits, or 10 or 11 digits in a row.
 */
const isPhone = (part: string, digits: string): boolean =>
  (/^(?:\+|00[1-9])/.test(part) && digits.length >= 8 && digits.length <= 15) ||
  (digits.length >= 9 &&
    digits.length <= 13 &&
    /^\(?0[1-9]\d{0,4}\)?(?:[ /-]+\d{2,9}|(?:\.\d\d){4})(?:[ /-]+\d{1,8})*$/.test(part) &&
    !/^\d{1,2}([/-])\d{1,2}\1\d{4}/.test(part)) ||
  /^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/.test(part) ||
  /^\d{10,11}$/.test(part);

/** Of the USA: no number begins with 000, 666 or 9, and no part is all zeros. */
const socialSecurityNumber = /^(?!000|666|9)\d{3}([ -])(?!00)\d\d\1(?!0000)\d{4}$/;

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
