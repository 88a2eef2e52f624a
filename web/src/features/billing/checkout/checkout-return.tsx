import { Flex, Heading, Box } from "@chakra-ui/react";
import { useEffect } from "react";
import { DocumentTitle } from "@/components/layout/page";
import { LinkButton } from "@/components/ui/button";
import { PlumblineMark } from "@/components/layout/plumbline-mark";
import { paths } from "@/config/paths";
import { messages } from "@/lib/messages";

/**
 * The page Stripe redirects to in the checkout window. It closes the window, which is what the opening page
 * waits for. If the browser refuses to close the window, the page says what to do.
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
