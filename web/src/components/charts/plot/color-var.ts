/** A color token as a value for SVG attributes, so that charts follow the theme without a style per shape. */
export const colorVar = (token: string): string => `var(--chakra-colors-${token.replaceAll(".", "-")})`;
