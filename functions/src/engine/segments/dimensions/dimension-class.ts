import { isLibraryName } from "../../../contract/names/property-names.js";

const platformName = /(^|[^a-z])(os|platform|device_?type|client(_?type)?)([^a-z]|$)/i;
const countryName = /country/i;

/** The last class: names that don't say that they divide events. */
export const unnamedClass = 3;

/**
 * The class of a dimension by its name: 0 platform, 1 client library or browser, 2 country, 3 anything else.
 */
export function dimensionClass(property: string): 0 | 1 | 2 | 3 {
  if (platformName.test(property)) return 0;
  if (isLibraryName(property)) return 1;
  return countryName.test(property) ? 2 : unnamedClass;
}

const usualName =
  /(^|_)(type|kind|category|segment|channel|group|region|department|tier|class|plan|carrier|store|site|shop|market|source|role|occupation|language|locale)s?(_|$)/;
const outcomeName =
  /(^|_)(status|result|outcome|success(ful)?|succeeded|fail(ed|ure)?|error|cancel(l?ed|l?ation)|converted|refunded|returned|score|rating)(_|$)/;

const inSnakeCase = (property: string): string =>
  property
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/[^a-zA-Z\d]+/g, "_")
    .toLowerCase();

/** Whether the name says that its values are groups even if they are numbers: `store`, `customerSegment`. */
export const isNamedLikeDimension = (property: string): boolean =>
  dimensionClass(property) < unnamedClass || usualName.test(inSnakeCase(property));

/** Whether a property says how something ended: `status`, `is_canceled`. It is what breaks, not where it breaks. */
export const isOutcome = (property: string): boolean => outcomeName.test(inSnakeCase(property));
