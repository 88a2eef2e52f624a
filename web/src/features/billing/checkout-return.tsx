import { Flex, Heading, Box } from "@chakra-ui/react";
import { useEffect } from "react";
import { DocumentTitle } from "@/components/document-title";
import { LinkButton } from "@/components/link-button";
import { PlumblineMark } from "@/components/plumbline-mark";
import { paths } from "@/config/paths";
import { messages } from "@/lib/messages";

/**
 * Where Stripe's page leads back to, in the checkout window. It closes itself: the window that opened it watches for that.
 * A browser that does not let it, or a page that is opened otherwise, shows what to do.
 */
export default function CheckoutReturn({ isDone }: { isDone: boolean }) {
  useEffect(() => window.close(), []);
  const { returned } = messages.payment;
  const title = isDone ? returned.doneTitle : returned.cancelledTitle;
  return (
    <Flex
      as="main"
      direction="column"
      align="center"
      justify="center"
      textAlign="center"
      minH="100dvh"
      px="4"
      gap="4"
      bg="bg.panel"
    >
      <DocumentTitle title={title} />
      <PlumblineMark size={36} />
      <Box>
        <Heading as="h1" textStyle="pageTitle">
          {title}
        </Heading>
        <Box color="fg.muted" mt="1" maxW="344px">
          {isDone ? returned.done : returned.cancelled}
        </Box>
      </Box>
      <LinkButton to={paths.settings}>Go to Settings</LinkButton>
    </Flex>
  );
}
