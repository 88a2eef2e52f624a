import { Box, chakra, Stack, Icon } from "@chakra-ui/react";
import { descriptors } from "@contract/detectors/descriptors";
import { capitalized } from "@/lib/format";
import { LinkButton } from "@/components/ui/button";
import { Notice } from "@/components/states/notice";
import { Page, PageHeader } from "@/components/layout/page";
import { checkCount } from "@/lib/detector-names";
import { paths, demoRunId } from "@/config/paths";
import type { DetectorKey } from "@contract/detectors";
import { findings } from "virtual:use-case-findings";
import { Sparkline, SparklineKey } from "@/components/charts/sparkline";
import { ArrowLink } from "@/components/ui/text-link";
import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

/** What Plumbline can find, for signed-out visitors. */
export const UseCasesPage = () => (
  <Page>
    <Box maxW="880px" mx="auto">
      <PageHeader
        title="Use Cases"
        description={`${capitalized(checkCount)} tracking problems that Plumbline detects, with an example of each.`}
        actions={<LinkButton to={paths.signup}>Get your 1st run Free</LinkButton>}
      />
      <Box bg="bg.panel" borderWidth="1px" borderRadius="card">
        {descriptors.map(({ key, name, useCase }, index) => (
          <AccordionItem key={key} title={name} number={index + 1} startsOpen={index === 0}>
            <Stack as="dl" gap="3">
              <Part label="What it means">{useCase.meaning}</Part>
              <Part label="Example">{useCase.example}</Part>
            </Stack>
            <Box mt="4">
              <UseCaseChart detector={key} />
            </Box>
          </AccordionItem>
        ))}
      </Box>
      <Notice mt="5" tone="info" title="Configurable thresholds">
        Every check that measures a change has its own threshold: 30% by default, from 1% to 100%. Checks look
        back 7, 14 or 30 days. A change is reported only if it exceeds the threshold and is too large to be
        normal variation. Checks for events and properties that stopped need no threshold.
      </Notice>
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

const size = { width: 800, height: 130 };

/** What the check found in the demo shop. Renders nothing if the sample report has no finding from it. */
function UseCaseChart({ detector }: { detector: DetectorKey }) {
  const found = findings.find((finding) => finding.detector === detector);
  if (!found?.series) return null;
  const { name, on, severity, series } = found;
  return (
    <chakra.figure mt="1">
      <Box borderWidth="1px" borderRadius="control" px="4" py="3">
        <Sparkline series={series} severity={severity} size={size} />
        <Box mt="3">
          <SparklineKey kind={series.kind} />
        </Box>
      </Box>
      <chakra.figcaption
        textStyle="small"
        color="fg.muted"
        mt="2"
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        columnGap="4"
      >
        <span>
          Found in the demo shop: <b>{name}</b>
          {on && ` on ${on}`}
        </span>
        <ArrowLink to={paths.analysis(demoRunId, detector)}>
          See the finding<chakra.span srOnly> of {name}</chakra.span>
        </ArrowLink>
      </chakra.figcaption>
    </chakra.figure>
  );
}

type AccordionItemProps = { title: string; number: number; startsOpen?: boolean; children: ReactNode };

/** A heading that expands its text over 200 ms. Collapsed text can't be reached by keyboard. */
function AccordionItem({ title, number, startsOpen = false, children }: AccordionItemProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const id = useId();
  return (
    <Box borderTopWidth={number > 1 ? "1px" : "0"}>
      <chakra.h2>
        <Trigger
          type="button"
          id={`${id}-title`}
          aria-expanded={isOpen}
          aria-controls={`${id}-text`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <chakra.span color="fg.subtle" fontWeight="400" width="14px" aria-hidden>
            {number}
          </chakra.span>
          <chakra.span flex="1">{title}</chakra.span>
          <Icon
            as={ChevronDown}
            boxSize="16px"
            color="fg.muted"
            transition="transform 200ms"
            transform={isOpen ? "rotate(180deg)" : undefined}
          />
        </Trigger>
      </chakra.h2>
      <Box
        id={`${id}-text`}
        role="region"
        aria-labelledby={`${id}-title`}
        display="grid"
        gridTemplateRows={isOpen ? "1fr" : "0fr"}
        visibility={isOpen ? "visible" : "hidden"}
        transition="grid-template-rows 200ms ease-out, visibility 200ms"
        css={withoutScripts}
      >
        <Box overflow="hidden" minH="0">
          <Box ps={{ base: "4", sm: "46px" }} pe={{ base: "4", sm: "5" }} pb="5">
            {children}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** Without scripts nothing can expand a text, so all are expanded. */
const withoutScripts = {
  "html:not(.light):not(.dark) &": { gridTemplateRows: "1fr", visibility: "visible" },
};

const Trigger = chakra("button", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    width: "100%",
    minH: "52px",
    px: { base: "4", sm: "5" },
    textAlign: "start",
    textStyle: "cardSubtitle",
    color: "fg",
    cursor: "pointer",
    borderRadius: "control",
    _hover: { bg: "bg.subtle" },
  },
});
