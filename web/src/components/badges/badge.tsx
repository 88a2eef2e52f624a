import { chakra } from "@chakra-ui/react";
import { badgeRecipe } from "@/theme/recipes/surfaces";

/** Small outlined label; `tone` is quiet, plain, muted, accent, alert, warning, success or info. */
export const Badge = chakra("span", badgeRecipe);
