import { chakra } from "@chakra-ui/react";
import { inputRecipe, textareaRecipe } from "@/theme/recipes/controls";

/** One line of text; size: xs | sm | md. Prefer `TextField`, which includes label, help and error. */
export const Input = chakra("input", inputRecipe);
/** Several lines of text. */
export const Textarea = chakra("textarea", textareaRecipe);
