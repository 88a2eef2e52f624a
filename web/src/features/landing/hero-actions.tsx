import { chakra, Flex, type FlexProps } from "@chakra-ui/react";
import { Button, LinkButton } from "@/components/ui/button";
import { env } from "@/config/env";
import { paths } from "@/config/paths";

/** The two buttons of the hero and of the closing section; stacked on small screens. */
export const HeroActions = (props: FlexProps) => (
  <Flex gap="2.5" direction={{ base: "column", sm: "row" }} {...props}>
    <LinkButton to={paths.signup} variant="solid" size="lg">
      Get your 1st run Free
    </LinkButton>
    <Button asChild size="lg">
      <a href={env.links.demo} target="_blank" rel="noopener noreferrer">
        Book a demo
        <chakra.span srOnly>(opens in a new tab)</chakra.span>
      </a>
    </Button>
  </Flex>
);
