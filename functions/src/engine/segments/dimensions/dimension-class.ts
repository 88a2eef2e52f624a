const platformName = /(^|[^a-z])(os|platform|device_?type|client(_?type)?)([^a-z]|$)/i;
const libraryName = /(^|[^a-z])(mp_lib|\$?lib|browser)$/i;
const countryName = /country/i;

/**
 * The class of a dimension by its name: 0 platform, 1 client library or browser, 2 country, 3 anything else.
 */
export function dimensionClass(property: string): 0 | 1 | 2 | 3 {
  if (platformName.test(property)) return 0;
  if (isLibraryName(property)) return 1;
  return countryName.test(property) ? 2 : 3;
}

/** Whether a property holds the name of a client library or browser, as opposed to its version. */
export const isLibraryName = (property: string): boolean => libraryName.test(property);
