import { Box, chakra } from "@chakra-ui/react";
import { questions } from "../questions";
import { ArrowLink } from "@/components/ui/text-link";
import { Subheading } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { Section } from "../section";

/** What buyers ask; the same questions are in the page's structured data. */
export const Faq = () => (
  <Section title="Questions" action={<ArrowLink to={paths.security}>More on security</ArrowLink>}>
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: "1fr", md: "repeat(2, minmax(0, 1fr))" }}
      columnGap="16"
      rowGap="8"
    >
      {questions.map(({ question, answer }) => (
        <Box key={question}>
          <dt>
            <Subheading>{question}</Subheading>
          </dt>
          <chakra.dd color="fg.muted" mt="1">
            {answer}
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  </Section>
);
