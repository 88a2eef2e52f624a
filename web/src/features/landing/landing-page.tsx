import { Box } from "@chakra-ui/react";
import { DocumentTitle } from "@/components/layout/document-title";
import { Hero } from "./hero/hero";
import { CheckList } from "./sections/check-list";
import { ClosingCall } from "./sections/closing-call";
import { Faq } from "./sections/faq";
import { Features } from "./sections/features";
import { Footer } from "./sections/footer";
import { Founder } from "./sections/founder";
import { HowItWorks } from "./sections/how-it-works";
import { Pricing } from "./sections/pricing";
import { WhyNotThreshold } from "./sections/why-not-threshold";

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
