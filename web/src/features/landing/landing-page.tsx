import { Box, Heading } from "@chakra-ui/react";
import { DocumentTitle } from "@/components/layout/page";
import { Hero } from "./hero/hero";
import { CheckList } from "./sections/check-list";
import { Faq } from "./sections/faq";
import { Features } from "./sections/features";
import { Footer } from "./sections/footer";
import { Founder } from "./sections/founder";
import { HowItWorks } from "./sections/how-it-works";
import { Pricing } from "./sections/pricing";
import { WhyNotThreshold } from "./sections/why-not-threshold";
import { PlumbLine } from "@/components/layout/plumb-line";
import { HeroActions } from "./hero-actions";
import { Section } from "./section";

/** What signed-out visitors see at `/`. */
export const LandingPage = () => (
  <Box bg="bg.panel" textStyle="landingBody" flex="1">
    <DocumentTitle title="Plumbline: know the day your tracking breaks" isWhole />
    <Hero />
    <Features />
    <CheckList />
    <HowItWorks />
    <WhyNotThreshold />
    <Pricing />
    <Faq />
    <Founder />
    <ClosingCall />
    <Footer />
  </Box>
);

const ClosingCall = () => (
  <Section isBand pt={{ base: "0", sm: "0" }} textAlign="center">
    <PlumbLine length={100} fades />
    <Heading as="h2" textStyle="closing" mt="6">
      Catch the next break the day it happens.
    </Heading>
    <HeroActions justify="center" mt="6" />
  </Section>
);
