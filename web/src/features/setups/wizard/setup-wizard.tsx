import { Box, Flex, Grid, Center, chakra } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import type { Setup } from "@contract/setups";
import { ArrowRight, Check } from "lucide-react";
import { useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button, LinkButton } from "@/components/ui/button";
import { Page, PageHeader } from "@/components/layout/page";
import { useResetFocus } from "@/components/layout/use-reset-focus";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { useReplay } from "@/data/replays";
import { ReplayCard } from "../replay/replay-card";
import { ReplaySummary } from "../replay/replay-summary";
import { scrollToReplay } from "../replay/replay-text";
import { BasicInfoStep } from "./basic-info-step";
import { isComplete, nextBlocker, toDraft, withDefaults, withThresholdOfAll, type Draft } from "./draft";
import { EstimateCard } from "./estimate-card";
import { ScheduleStep } from "./schedule-step";
import { SelectChecksStep } from "./select-checks-step";
import { useSaveSetup } from "./use-save-setup";

type SetupWizardProps = {
  /** The setup to edit; undefined when creating one. */
  setup?: Setup;
  /** All connections; only verified ones can be chosen. */
  connections: readonly Connection[];
  /** Opened after Cancel and after saving. */
  exitTo: string;
};

/** Basic Info, Select Checks, Schedule. */
export function SetupWizard({ setup, connections, exitTo }: SetupWizardProps) {
  const navigate = useNavigate();
  const verified = connections.filter(({ status }) => status === "verified");
  const [step, setStep] = useState(1);
  const stage = useResetFocus<HTMLDivElement>(step);
  const [edited, setEdited] = useState(() => toDraft(setup));
  // Derived on render, because a newly verified connection may arrive after the wizard opened.
  const draft = withDefaults(edited, verified, !setup);
  const setDraft = (next: Draft) =>
    setEdited({ ...next, selected: next.selected === draft.selected ? edited.selected : next.selected });
  // Kept above the steps, so that a replay keeps running when the user moves to another step.
  const replay = useReplay();
  const comparison = useReplay();
  const { save, isSaving } = useSaveSetup(setup?.id, () => void navigate(exitTo));
  const connection = verified.find(({ id }) => id === draft.connectionId);
  const reason = nextBlocker(step, draft, verified.length > 0);
  const reasonId = useId();
  const title = setup ? "Edit Setup" : "Create Setup";
  const stepProps = { draft, onChange: setDraft };

  return (
    <Page>
      <PageHeader
        title={title}
        documentTitle={setup && `Edit ${setup.name}`}
        crumbs={[
          { label: "Setups", to: paths.setups },
          ...(setup ? [{ label: setup.name, to: paths.setup(setup.id) }] : []),
          { label: title },
        ]}
        actions={
          !setup && (
            <LinkButton to={paths.home} variant="ghost">
              Skip for now
            </LinkButton>
          )
        }
      />
      <Stepper current={step} />
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 264px" }}
        columnGap="6"
        rowGap="4"
        mt="6"
        alignItems="start"
      >
        <Box
          ref={stage}
          tabIndex={-1}
          role="group"
          aria-label={`Step ${step} of ${steps.length}: ${steps[step - 1]}`}
          minW="0"
          outline="none"
        >
          {step === 1 && <BasicInfoStep {...stepProps} connections={connections} />}
          {step === 2 && (
            <>
              <SelectChecksStep {...stepProps} connection={connection} />
              <ReplayCard
                mt="4"
                connectionId={draft.connectionId}
                detectors={draft.selected}
                state={replay}
                comparison={comparison}
                onUseThreshold={(percent) => setDraft(withThresholdOfAll(draft, percent))}
              />
            </>
          )}
          {step === 3 && <ScheduleStep {...stepProps} projectTimeZone={connection?.capabilities?.timeZone} />}
        </Box>
        {step > 1 && (
          <EstimateCard draft={draft} setupId={setup?.id} mt={{ lg: step === 2 ? "42px" : undefined }}>
            <ReplaySummary
              state={replay}
              connectionId={draft.connectionId}
              detectors={draft.selected}
              onView={() => (step === 2 ? scrollToReplay() : setStep(2))}
            />
          </EstimateCard>
        )}
      </Grid>
      <Flex align="center" gap="3" wrap="wrap" borderTopWidth="1px" mt="6" pt="5">
        {step > 1 && (
          <Button size="md" onClick={() => setStep(step - 1)}>
            Back
          </Button>
        )}
        <LinkButton size="md" variant="ghost" to={exitTo}>
          Cancel
        </LinkButton>
        <SmallText
          id={reasonId}
          flex="1"
          minW={{ base: "100%", sm: "0" }}
          order={{ base: -1, sm: 0 }}
          textAlign={{ sm: "end" }}
          role="status"
        >
          {reason}
        </SmallText>
        {step < steps.length ? (
          <Button
            size="md"
            variant="solid"
            disabled={reason !== null}
            aria-describedby={reasonId}
            onClick={() => setStep(step + 1)}
          >
            Next <ArrowRight />
          </Button>
        ) : (
          <Button
            size="md"
            variant="solid"
            disabled={isSaving || !isComplete(draft)}
            onClick={() => save(draft)}
          >
            {setup ? (isSaving ? "Updating..." : "Update Setup") : isSaving ? "Creating..." : "Create Setup"}
          </Button>
        )}
      </Flex>
    </Page>
  );
}

const steps = ["Basic Info", "Select Checks", "Schedule"];

/** Shows the current step, counted from 1. */
const Stepper = ({ current }: { current: number }) => (
  <chakra.ol
    display="flex"
    bg="bg.panel"
    borderWidth="1px"
    borderRadius="card"
    overflow="hidden"
    aria-label="Steps"
  >
    {steps.map((label, index) => (
      <Step key={label} number={index + 1} label={label} current={current} />
    ))}
  </chakra.ol>
);

function Step({ number, label, current }: { number: number; label: string; current: number }) {
  const isCurrent = number === current;
  const isDone = number < current;
  return (
    <chakra.li
      aria-current={isCurrent ? "step" : undefined}
      flex={{ base: isCurrent ? "1" : "0 0 auto", sm: "1" }}
      borderInlineStartWidth={number > 1 ? "1px" : "0"}
      boxShadow={isCurrent ? "inset 0 -2px 0 {colors.accent.mark}" : undefined}
    >
      <Flex align="center" gap="2.5" h="46px" px={{ base: "3.5", sm: "5" }}>
        <Center
          boxSize="22px"
          borderRadius="full"
          borderWidth="1px"
          textStyle="label"
          flexShrink={0}
          fontWeight="560"
          bg={isCurrent ? "accent.solid" : isDone ? "accent.subtle" : undefined}
          color={isCurrent ? "accent.contrast" : isDone ? "accent.fg" : "fg.muted"}
          borderColor={isCurrent ? "accent.solid" : isDone ? "accent.border" : "border.control"}
        >
          {isDone ? (
            <chakra.span role="img" aria-label="Done" display="inline-flex">
              <Check size={13} strokeWidth={2.1} />
            </chakra.span>
          ) : (
            number
          )}
        </Center>
        <chakra.span
          textStyle="small"
          fontWeight={isCurrent ? "580" : "450"}
          color={isCurrent ? "fg" : "fg.muted"}
          css={isCurrent ? {} : { smDown: { srOnly: true } }}
        >
          {label}
        </chakra.span>
      </Flex>
    </chakra.li>
  );
}
