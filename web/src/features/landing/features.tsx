import { Box, chakra, Flex, Grid, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { CauseExample } from "./cause-example";
import { FoldedExample } from "./folded-example";
import { Section } from "./section";
import { WeekdayExample } from "./weekday-example";

/** Three things a report does, each with what it said about the demo project. */
export const Features = () => (
  <Section title="A finding you can act on, not another red number" pb={{ base: "6", sm: "10" }}>
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" }}
      borderTopWidth="1px"
      borderColor="border"
    >
      <Feature example={<WeekdayExample />} title="It knows your Saturdays">
        Each event is judged against its own weekday rhythm and its own noise. A quiet weekend stays quiet; a
        quiet Tuesday does not.
      </Feature>
      <Feature example={<CauseExample />} title="It says what the missing rows share">
        A platform, a country, a release channel: each finding carries one plain sentence with the figures to
        check it by hand.
      </Feature>
      <Feature example={<FoldedExample />} title="One problem, one row">
        An event that stops does not raise its nine properties as well. What is explained is folded into what
        explains it.
      </Feature>
    </Grid>
  </Section>
);

const Feature = ({ example, title, children }: { example: ReactNode; title: string; children: string }) => (
  <Box
    py={{ base: "8", md: "0" }}
    px={{ md: "7" }}
    borderColor="border"
    borderTopWidth={{ base: "1px", md: "0" }}
    borderStartWidth={{ md: "1px" }}
    css={{
      "&:first-of-type": { paddingInlineStart: "0", borderWidth: "0" },
      "&:last-of-type": { paddingInlineEnd: "0" },
    }}
  >
    <Flex direction="column" justify="center" minH={{ md: "214px" }} pt={{ md: "8" }} pb="6">
      <chakra.figure>{example}</chakra.figure>
    </Flex>
    <Heading as="h3" textStyle="cardTitle">
      {title}
    </Heading>
    <Box color="fg.muted" mt="1.5">
      {children}
    </Box>
  </Box>
);
