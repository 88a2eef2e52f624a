import { Heading } from "@chakra-ui/react";
import { PlumbLine } from "@/components/plumb-line";
import { Calls } from "./calls";
import { Section } from "./section";

export const ClosingCall = () => (
  <Section isBand pt={{ base: "0", sm: "0" }} textAlign="center">
    <PlumbLine length={100} fades />
    <Heading as="h2" textStyle="closing" mt="6">
      Hang a line on your tracking.
    </Heading>
    <Calls justify="center" mt="6" />
  </Section>
);
