import { Box } from "@chakra-ui/react";
import { ClosingCall } from "./sections/closing-call";
import { Features } from "./sections/features";
import { Footer } from "./sections/footer";
import { Founder } from "./sections/founder";
import { Hero } from "./hero/hero";
import { HowItWorks } from "./sections/how-it-works";
import { CheckList } from "./sections/check-list";
import { Pricing } from "./sections/pricing";
import { WhyNotThreshold } from "./sections/why-not-threshold";

/** What signed-out visitors see at `/`. */
export const LandingPage = () => (
  <Box bg="bg.panel" textStyle="landingBody" flex="1">
    <title>Plumbline: know the day your tracking breaks</title>
    <Hero />
    <Features />
    <CheckList />
    <HowItWorks />
    <WhyNotThreshold />
    <Pricing />
    <Founder />
    <ClosingCall />
    <Footer />
  </Box>
);
