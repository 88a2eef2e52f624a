import { CheckList } from "./sections/check-list";
import { ClosingCall } from "./sections/closing-call";
import { Faq } from "./sections/faq";
import { Features } from "./sections/features";
import { Footer } from "./sections/footer";
import { Founder } from "./sections/founder";
import { Hero } from "./hero/hero";
import { HowItWorks } from "./sections/how-it-works";
import { WhyNotThreshold } from "./sections/why-not-threshold";

/** Sections in which nothing changes: the browser needs their code for links only. */
export const AbovePricing = () => (
  <>
    <Hero />
    <Features />
    <CheckList />
    <HowItWorks />
    <WhyNotThreshold />
  </>
);

export const BelowPricing = () => (
  <>
    <Faq />
    <Founder />
    <ClosingCall />
    <Footer />
  </>
);
