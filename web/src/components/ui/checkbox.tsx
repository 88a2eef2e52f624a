import { chakra } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { checkboxRecipe } from "@/theme/recipes/controls";

const Input = chakra("input", checkboxRecipe);

/** A native checkbox in the app's style. Give it a label or `aria-labelledby`. */
export const Checkbox = ({
  onCheckedChange,
  ...rest
}: Omit<ComponentProps<typeof Input>, "type" | "onChange"> & {
  onCheckedChange: (isChecked: boolean) => void;
}) => <Input type="checkbox" onChange={(event) => onCheckedChange(event.currentTarget.checked)} {...rest} />;
