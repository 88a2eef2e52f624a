import { Link } from "react-router-dom";
import { Button, type ButtonProps } from "./button";

/** A link inside the app that looks like a button. */
export const LinkButton = ({ to, children, ...rest }: ButtonProps & { to: string }) => (
  <Button asChild {...rest}>
    <Link to={to}>{children}</Link>
  </Button>
);
