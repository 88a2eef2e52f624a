import { chakra } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { switchRecipe } from "@/theme/recipes/controls";

const Input = chakra("input", switchRecipe);

/**
 * A native checkbox with the switch role, so that thousands of them stay fast. Give it an accessible name.
 */
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
