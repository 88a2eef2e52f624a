import { Box, Center, chakra, Flex, Heading } from "@chakra-ui/react";
import { ArrowUpRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { PlumblineMark } from "@/components/layout/plumbline-mark";
import { env } from "@/config/env";
import { PageColumn } from "@/components/layout/page";

/** The link to a call with the people behind the product. */
export const Founder = () => (
  <chakra.section pb={{ base: "12", sm: "20" }}>
    <PageColumn>
      <Flex
        direction={{ base: "column", sm: "row" }}
        align={{ base: "stretch", sm: "center" }}
        gap="5"
        py="7"
        borderTopWidth="1px"
        borderBottomWidth="1px"
      >
        <Flex gap="5" align="center" flex="1" minW="0">
          <Center boxSize="52px" flexShrink={0} borderRadius="full" borderWidth="1px">
            <PlumblineMark size={28} />
          </Center>
          <Box maxW="640px">
            <Heading as="h2" textStyle="subject">
              Talk to the founder
            </Heading>
            <Box color="fg.muted" mt="0.5">
              Ask how a check decides, whether a finding is real, or what a run would cost. You'll talk to the
              people who build Plumbline.
            </Box>
          </Box>
        </Flex>
        <Button asChild size="md">
          <a href={env.links.call} target="_blank" rel="noopener noreferrer">
            Book a call
            <ArrowUpRight />
            <chakra.span srOnly>(opens in a new tab)</chakra.span>
          </a>
        </Button>
      </Flex>
    </PageColumn>
  </chakra.section>
);
