import { Box, Flex, Heading } from "@chakra-ui/react";
import { DocumentTitle } from "@/components/layout/document-title";
import type { ReactNode } from "react";
import { PlumbLine } from "@/components/layout/plumb-line";

type AuthLayoutProps = { title: string; text?: ReactNode; children?: ReactNode; footer?: ReactNode };

/** A 344 px column under the plumb line below the navigation bar. */
export const AuthLayout = ({ title, text, children, footer }: AuthLayoutProps) => (
  <Flex direction="column" align="center" flex="1" bg="bg.panel" px="4" pb="16">
    <DocumentTitle title={title} />
    <PlumbLine length={104} fades />
    <Heading as="h1" textStyle="pageTitle" mt="5" textAlign="center">
      {title}
    </Heading>
    {text && (
      <Box color="fg.muted" mt="1" textAlign="center" maxW="420px">
        {text}
      </Box>
    )}
    <Box width="100%" maxW="344px" mt="7">
      {children}
      {footer && (
        <Box textAlign="center" color="fg.muted" mt="5">
          {footer}
        </Box>
      )}
    </Box>
  </Flex>
);
