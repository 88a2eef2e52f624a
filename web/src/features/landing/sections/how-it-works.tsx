import { Box, Center, chakra, Grid, Heading } from "@chakra-ui/react";
import { checkCount } from "@/lib/detector-names";
import { SmallText } from "@/components/ui/text";
import { Section } from "../section";

const steps = [
  { title: "Connect", text: "Add a Mixpanel service account. Plumbline verifies it right away." },
  { title: "Choose checks", text: `Pick from ${checkCount} checks and set how large a change must be.` },
  {
    title: "Run or schedule",
    text: "Start a run yourself, or schedule it daily, weekly or monthly in your time zone.",
  },
  { title: "Read the report", text: "Alerts first, with dates, likely causes and a CSV of every finding." },
] as const;

/** Four steps to a report, and what data is kept. */
export const HowItWorks = () => (
  <Section title="How it works" isBand>
    <Grid
      as="ol"
      templateColumns={{ base: "1fr", md: "repeat(4, minmax(0, 1fr))" }}
      position="relative"
      rowGap="6"
      _before={{
        content: '""',
        position: "absolute",
        bg: "border.emphasized",
        left: { base: "13px", md: "0" },
        right: { md: "0" },
        top: { base: "0", md: "13px" },
        bottom: { base: "8", md: "auto" },
        width: { base: "1px", md: "auto" },
        height: { md: "1px" },
      }}
    >
      {steps.map(({ title, text }, index) => (
        <chakra.li
          key={title}
          display={{ base: "flex", md: "block" }}
          gap="4"
          pe={{ md: "8" }}
          position="relative"
        >
          <StepNumber number={index + 1} isLast={index === steps.length - 1} />
          <Box>
            <Heading as="h3" textStyle="cardTitle" mt={{ md: "4" }}>
              {title}
            </Heading>
            <Box color="fg.muted" mt="1">
              {text}
            </Box>
          </Box>
        </chakra.li>
      ))}
    </Grid>
    <SmallText mt={{ base: "8", sm: "10" }} maxW="860px">
      Your data is not retained after analysis: raw events and user profiles are streamed through and never
      stored. Plumbline keeps daily totals: counts per event and property, and property values as keyed
      hashes. A value is kept by name only if it was seen at least five times in a day. Totals and reports are
      deleted after 400 days. Deleting a connection deletes its totals at once, and its reports if you choose
      to; deleting a workspace deletes everything in it.
    </SmallText>
  </Section>
);

const StepNumber = ({ number, isLast }: { number: number; isLast: boolean }) => (
  <Center
    boxSize="27px"
    flexShrink={0}
    borderRadius="full"
    borderWidth="1px"
    borderColor={isLast ? "accent.solid" : "border.control"}
    bg={isLast ? "accent.solid" : "bg.panel"}
    color={isLast ? "accent.contrast" : "fg"}
    textStyle="small"
    fontWeight="600"
    aria-hidden
  >
    {number}
  </Center>
);
