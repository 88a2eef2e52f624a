import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { Tooltip } from "./tooltip";

type IconButtonProps = Omit<ButtonProps, "children"> & { label: string; icon: ReactNode };

/** A square button with only an icon. The label is its accessible name and its tooltip. */
export const IconButton = ({ label, icon, size = "xs", variant = "ghost", ...rest }: IconButtonProps) => (
  <Tooltip content={label}>
    <Button aria-label={label} size={size} variant={variant} px="0" {...rest}>
      {icon}
    </Button>
  </Tooltip>
);
