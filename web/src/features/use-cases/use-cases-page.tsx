import { Box, chakra, Stack } from "@chakra-ui/react";
import { LinkButton } from "@/components/link-button";
import { Notice } from "@/components/notice";
import { Page, PageHeader } from "@/components/page";
import { paths } from "@/config/paths";
import { detectorNames } from "@/lib/detector-names";
import { AccordionItem } from "./accordion-item";
import { useCases } from "./use-cases";

/** What Plumbline can find, for people who are not signed in. */
export const UseCasesPage = () => (
  <Page>
    <Box maxW="880px" mx="auto">
      <PageHeader
        title="Use Cases"
        description="Nine problems of tracking data that Plumbline detects, what each means and how it shows."
        actions={<LinkButton to={paths.signup}>Get your 1st run Free</LinkButton>}
      />
      <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="card">
        {useCases.map(({ key, meaning, example }, index) => (
          <AccordionItem key={key} title={detectorNames[key]} number={index + 1} startsOpen={index === 0}>
            <Stack as="dl" gap="3">
              <Part label="What it means">{meaning}</Part>
              <Part label="Example">{example}</Part>
            </Stack>
          </AccordionItem>
        ))}
      </Box>
      <Box mt="5">
        <Notice tone="info" title="Configurable thresholds">
          Each check that measures a change has its own threshold, 30% unless you set another from 1% to 100%,
          and looks back 7, 14 or 30 days. A change is reported only when it is beyond the threshold and too
          large for chance. Checks for what has stopped need no threshold.
        </Notice>
      </Box>
    </Box>
  </Page>
);

const Part = ({ label, children }: { label: string; children: string }) => (
  <div>
    <chakra.dt textStyle="label" color="fg.subtle">
      {label}
    </chakra.dt>
    <chakra.dd mt="1" color="fg.muted" maxW="720px">
      {children}
    </chakra.dd>
  </div>
);
