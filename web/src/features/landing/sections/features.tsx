import { Box, chakra, Flex, Grid, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { CauseExample } from "./cause-example";
import { FoldedExample } from "./folded-example";
import { Section } from "../section";
import { WeekdayExample } from "./weekday-example";

/** Three things a report does, each with an example from the demo project. */
export const Features = () => (
  <Section title="A finding you can act on, not another red number" pb={{ base: "6", sm: "10" }}>
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" }}
      borderTopWidth="1px"
      borderColor="border"
    >
      <Feature example={<WeekdayExample />} title="Knows weekends are quiet">
        Each event is compared with its own weekday pattern and its own normal variation. A quiet weekend is
        fine; a quiet Tuesday is flagged.
      </Feature>
      <Feature example={<CauseExample />} title="Names the likely cause">
        A platform, a country, a release channel: each finding says where most of the missing events come
        from, with figures you can check by hand.
      </Feature>
      <Feature example={<FoldedExample />} title="One problem, one finding">
        When an event stops, its nine properties don't add nine more findings. Side effects are grouped under
        their cause.
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
