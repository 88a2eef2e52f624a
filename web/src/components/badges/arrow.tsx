import { chakra, Icon } from "@chakra-ui/react";
import { ArrowRight } from "lucide-react";

/** The arrow of "0% → 90%", which the app's font doesn't have. Screen readers say "to". */
export const Arrow = () => (
  <>
    <Icon
      as={ArrowRight}
      display="inline-block"
      boxSize="0.9em"
      verticalAlign="-0.08em"
      aria-hidden
      strokeWidth={2.1}
    />
    <chakra.span srOnly>to</chakra.span>
  </>
);
