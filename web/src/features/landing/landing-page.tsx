import { Box } from "@chakra-ui/react";
import { ClosingCall } from "./closing-call";
import { Features } from "./features";
import { Footer } from "./footer";
import { Founder } from "./founder";
import { Hero } from "./hero";
import { HowItWorks } from "./how-it-works";
import { NineChecks } from "./nine-checks";
import { Pricing } from "./pricing";
import { WhyNotThreshold } from "./why-not-threshold";

/** What signed-out visitors see at `/`. */
export const LandingPage = () => (
  <Box bg="bg.panel" textStyle="landingBody" flex="1">
    <title>Plumbline: know the day your tracking breaks</title>
    <Hero />
    <Features />
    <NineChecks />
    <HowItWorks />
    <WhyNotThreshold />
    <Pricing />
    <Founder />
    <ClosingCall />
    <Footer />
  </Box>
);
