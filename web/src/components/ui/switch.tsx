import { chakra } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { switchRecipe } from "@/theme/recipes/controls";

const Input = chakra("input", switchRecipe);

/** A native checkbox with the role of a switch: thousands of them stay quick. Give it a name. */
export const Switch = ({
  onCheckedChange,
  ...rest
}: Omit<ComponentProps<typeof Input>, "type" | "role" | "onChange"> & {
  onCheckedChange: (isChecked: boolean) => void;
}) => (
  <Input
    type="checkbox"
    role="switch"
    onChange={(event) => onCheckedChange(event.currentTarget.checked)}
    {...rest}
  />
);
