import { Link, type LinkProps } from "react-router-dom";
import { chakra, type HTMLChakraProps, type RecipeVariantProps } from "@chakra-ui/react";
import { buttonRecipe } from "@/theme/recipes/button";

/**
 * variant: solid | outline | ghost | danger | link; size: xs | sm | md | lg. Use one solid button per view.
 */
export const Button = chakra("button", buttonRecipe, { defaultProps: { type: "button" } });

export type ButtonProps = HTMLChakraProps<"button", NonNullable<RecipeVariantProps<typeof buttonRecipe>>>;

/** A small button that looks like a link. */
export const TextButton = (props: ButtonProps) => <Button variant="link" size="xs" {...props} />;

/** A link inside the app that looks like a button. */
export const LinkButton = ({
  to,
  state,
  children,
  ...rest
}: ButtonProps & Pick<LinkProps, "to" | "state">) => (
  <Button asChild {...rest}>
    <Link to={to} state={state}>
      {children}
    </Link>
  </Button>
);
