import { Box } from "@chakra-ui/react";
import { lazy, Suspense } from "react";
import { DocumentTitle } from "@/components/layout/document-title";
import { onFirstInput } from "./on-first-input";
import { Pricing } from "./sections/pricing";

const still = () => onFirstInput(() => import("./still-sections"));
const AbovePricing = lazy(async () => ({ default: (await still()).AbovePricing }));
const BelowPricing = lazy(async () => ({ default: (await still()).BelowPricing }));

/** What signed-out visitors see at `/`. */
export const LandingPage = () => (
  <Box bg="bg.panel" textStyle="landingBody" flex="1">
    <DocumentTitle title="Plumbline: know the day your tracking breaks" isWhole />
    <Suspense fallback={<Box minH="100dvh" />}>
      <AbovePricing />
    </Suspense>
    <Pricing />
    <Suspense>
      <BelowPricing />
    </Suspense>
  </Box>
);
