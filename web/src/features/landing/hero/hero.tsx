import { Strong } from "@/components/ui/text";
import { Box, chakra, Flex, Heading, HStack, Icon } from "@chakra-ui/react";
import { ShieldCheck } from "lucide-react";
import { ArrowLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { HeroActions } from "../hero-actions";
import { HeroReport } from "./hero-report";
import { PageColumn } from "@/components/layout/page";

/** Headline, two buttons and a real report. A line drops from the navigation bar to its first flagged day. */
export const Hero = () => (
  <chakra.section overflow="hidden">
    <PageColumn pt={{ base: "10", sm: "70px" }} pb={{ base: "8", sm: "10" }}>
      <Heading as="h1" textStyle="display" maxW="620px">
        Know the day your tracking breaks.
      </Heading>
      <Box
        textStyle={{ base: "landingBody", sm: "lead" }}
        fontSize={{ base: "17px", sm: "18px" }}
        lineHeight={{ base: "25px", sm: "28px" }}
        color="fg.muted"
        maxW="640px"
        mt="4"
      >
        Plumbline learns the weekly pattern of every event in your Mixpanel project and flags what breaks it:
        since when, by how much, and where the missing events come from.
      </Box>
      <HeroActions mt={{ base: "6", sm: "7" }} />
      <HStack gap="2" mt="4" textStyle="small" color="fg.muted">
        <Icon as={ShieldCheck} boxSize="15px" color="accent.fg" />
        Your raw data is not retained after analysis.
      </HStack>
      <HeroReport mt={{ base: "8", sm: "12" }} />
      <Flex mt="6" justify="space-between" columnGap="6" rowGap="3" wrap="wrap" color="fg.muted">
        <Box>
          Used by <Strong>90+ startups</Strong> and <Strong>hundreds of data teams</Strong>.
        </Box>
        <ArrowLink to={paths.demo}>Read the whole sample report</ArrowLink>
      </Flex>
    </PageColumn>
  </chakra.section>
);
