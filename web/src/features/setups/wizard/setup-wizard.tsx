import { Box, Flex, Grid } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import type { Setup } from "@contract/setups";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "@/components/button";
import { LinkButton } from "@/components/link-button";
import { Page, PageHeader } from "@/components/page";
import { useStart } from "@/components/use-start";
import { paths } from "@/config/paths";
import { BasicInfoStep } from "./basic-info-step";
import { draftOf, hasBasics, isComplete, withConnection } from "./draft";
import { EstimateCard } from "./estimate-card";
import { ScheduleStep } from "./schedule-step";
import { SelectChecksStep } from "./select-checks-step";
import { Stepper, steps } from "./stepper";
import { useSaveSetup } from "./use-save-setup";

type SetupWizardProps = {
  /** The setup that is edited; none when creating. */
  setup?: Setup;
  /** All connections; only verified ones can be chosen. */
  connections: readonly Connection[];
  /** Where Cancel and a finished save lead. */
  exitTo: string;
};

/** Basic Info, Select Checks, Schedule. */
export function SetupWizard({ setup, connections, exitTo }: SetupWizardProps) {
  const navigate = useNavigate();
  const verified = connections.filter(({ status }) => status === "verified");
  const [step, setStep] = useState(1);
  const stage = useStart<HTMLDivElement>(step);
  const [edited, setDraft] = useState(() => draftOf(setup));
  // Derived, not remembered: a connection just verified may reach the list after the wizard has opened.
  const draft = withConnection(edited, verified, !setup);
  const { save, isSaving } = useSaveSetup(setup?.id, () => void navigate(exitTo));
  const title = setup ? "Edit Setup" : "Create Setup";
  const stepProps = { draft, onChange: setDraft };

  return (
    <Page>
      <PageHeader
        title={title}
        crumbs={[
          { label: "Setups", to: paths.setups },
          ...(setup ? [{ label: setup.name, to: paths.setup(setup.id) }] : []),
          { label: title },
        ]}
        actions={
          <>
            <LinkButton to={paths.home} variant="ghost">
              Skip for now
            </LinkButton>
            <LinkButton to={exitTo}>Cancel</LinkButton>
          </>
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
          {step === 1 && <BasicInfoStep {...stepProps} verified={verified} />}
          {step === 2 && <SelectChecksStep {...stepProps} />}
          {step === 3 && <ScheduleStep {...stepProps} />}
        </Box>
        {step > 1 && <EstimateCard draft={draft} mt={{ lg: step === 2 ? "42px" : undefined }} />}
      </Grid>
      <Flex justify="space-between" borderTopWidth="1px" borderColor="border" mt="6" pt="5">
        {step > 1 ? (
          <Button size="md" onClick={() => setStep(step - 1)}>
            Back
          </Button>
        ) : (
          <span />
        )}
        {step < steps.length ? (
          <Button size="md" variant="solid" disabled={!hasBasics(draft)} onClick={() => setStep(step + 1)}>
            Next <ArrowRight aria-hidden />
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
