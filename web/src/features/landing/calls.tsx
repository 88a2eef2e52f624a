import { chakra, Flex, type FlexProps } from "@chakra-ui/react";
import { Button } from "@/components/button";
import { LinkButton } from "@/components/link-button";
import { env } from "@/config/env";
import { paths } from "@/config/paths";

/** The two buttons of the hero and of the closing line; below each other on small screens. */
export const Calls = (props: FlexProps) => (
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
