import { Box, Flex, Heading } from "@chakra-ui/react";
import { DocumentTitle } from "@/components/layout/page";
import { LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";

/** Shown for unknown paths, signed in or not. */
export const NotFoundPage = () => (
  <Flex direction="column" align="center" justify="center" flex="1" textAlign="center" px="4" py="16">
    <DocumentTitle title="404 Page Not Found" />
    <Box textStyle="price" color="fg.subtle" aria-hidden>
      404
    </Box>
    <Heading as="h1" textStyle="cardTitle" mt="2">
      404 Page Not Found
    </Heading>
    <Box color="fg.muted" mt="1">
      There is no page at this address. Check the link, or go to Home.
    </Box>
    <LinkButton to={paths.home} mt="5">
      Home
    </LinkButton>
  </Flex>
);
