import { Heading } from "@chakra-ui/react";
import { PlumbLine } from "@/components/layout/plumb-line";
import { HeroActions } from "../hero-actions";
import { Section } from "../section";

export const ClosingCall = () => (
  <Section isBand pt={{ base: "0", sm: "0" }} textAlign="center">
    <PlumbLine length={100} fades />
    <Heading as="h2" textStyle="closing" mt="6">
      Catch the next break the day it happens.
    </Heading>
    <HeroActions justify="center" mt="6" />
  </Section>
);
