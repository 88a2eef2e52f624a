import { Box, Flex, Heading } from "@chakra-ui/react";
import { DocumentTitle } from "@/components/document-title";
import type { ReactNode } from "react";
import { PlumbLine } from "@/components/plumb-line";

type AuthLayoutProps = { title: string; text: string; children: ReactNode; footer: ReactNode };

/** The 344 px column under the line that hangs from the navigation bar. */
export const AuthLayout = ({ title, text, children, footer }: AuthLayoutProps) => (
  <Flex direction="column" align="center" flex="1" bg="bg.panel" px="4" pb="16">
    <DocumentTitle title={title} />
    <PlumbLine length={104} fades />
    <Heading as="h1" textStyle="pageTitle" mt="5" textAlign="center">
      {title}
    </Heading>
    <Box color="fg.muted" mt="1" textAlign="center">
      {text}
    </Box>
    <Box width="100%" maxW="344px" mt="7">
      {children}
      <Box textAlign="center" color="fg.muted" mt="5">
        {footer}
      </Box>
    </Box>
  </Flex>
);
