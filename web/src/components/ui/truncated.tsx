import { chakra, type HTMLChakraProps } from "@chakra-ui/react";

/**
 * One line of text that ends in an ellipsis. The full text shows on hover and is available to screen readers.
 */
export const Truncated = ({
  text,
  ...rest
}: Omit<HTMLChakraProps<"span">, "children"> & { text: string }) => (
  <chakra.span display="block" truncate title={text} {...rest}>
    {text}
  </chakra.span>
);
