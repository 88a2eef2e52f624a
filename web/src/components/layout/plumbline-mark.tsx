import { chakra, HStack, type HTMLChakraProps } from "@chakra-ui/react";

/** Outline of the bob on the mark's 24 × 24 grid. */
export const bobPath =
  "M10 7.5h4v2h2.25a1 1 0 0 1 1 1.06c-.24 4.2-2.2 8.3-4.62 11.65a.78.78 0 0 1-1.26 0C8.95 18.86 6.99 14.76 6.75 10.56a1 1 0 0 1 1-1.06H10z";

type MarkProps = Omit<HTMLChakraProps<"svg">, "children"> & {
  /** In pixels; at 16 and below the line is thicker and the horizontal one at the top is left out. */
  size?: number;
};

/** The product's logo, a plumb bob on its line. Decorative, since the name is beside it. */
export function PlumblineMark({ size = 24, ...rest }: MarkProps) {
  const isSmall = size <= 16;
  return (
    <chakra.svg
      width={`${size}px`}
      height={`${size}px`}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden
      flexShrink={0}
      {...rest}
    >
      <chakra.path
        d={isSmall ? "M12 1.75V8" : "M7 1.75h10M12 1.75V8"}
        stroke="currentColor"
        strokeWidth={isSmall ? 2 : 1.5}
        strokeLinecap="round"
      />
      <chakra.path d={bobPath} fill="accent.mark" />
    </chakra.svg>
  );
}

/** The logo and the product's name. */
export const Wordmark = () => (
  <HStack gap="2" color="fg">
    <PlumblineMark />
    <chakra.span fontWeight="620" letterSpacing="-0.02em" fontSize="15px">
      Plumbline
    </chakra.span>
  </HStack>
);
