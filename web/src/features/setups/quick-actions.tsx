import { Stack } from "@chakra-ui/react";
import type { Setup } from "@contract/setups";
import { Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { Button, LinkButton } from "@/components/ui/button";
import { BodyCard, CardTitle } from "@/components/layout/card";
import { paths } from "@/config/paths";
import { useMay } from "@/data/use-current-workspace";
import { DeleteSetupButton } from "./delete-setup-button";
import { usePauseOrResume } from "./use-pause-or-resume";

type QuickActionsProps = { setup: Setup; isRunActive: boolean; isStarting: boolean; onRun: () => void };

export function QuickActions({ setup, isRunActive, isStarting, onRun }: QuickActionsProps) {
  const navigate = useNavigate();
  const { pauseOrResume, isPending } = usePauseOrResume();
  const mayChange = useMay("updateSetup");
  const isActive = setup.status === "active";

  if (!mayChange)
    return (
      <BodyCard textStyle="small" color="fg.muted">
        Editors can run, change and delete this setup.
      </BodyCard>
    );
  return (
    <BodyCard>
      <CardTitle size="sm">Quick actions</CardTitle>
      <Stack gap="2" mt="3">
        <Button variant="solid" disabled={!isActive || isRunActive || isStarting} onClick={onRun}>
          <Play />
          {runNowLabel({ isStarting, isRunActive, isActive })}
        </Button>
        <LinkButton to={paths.editSetup(setup.id)}>
          <Pencil /> Edit Setup
        </LinkButton>
        <Button disabled={isPending} onClick={() => pauseOrResume(setup)}>
          {isActive ? <Pause /> : <Play />}
          {isActive ? "Pause Setup" : "Resume Setup"}
        </Button>
        <DeleteSetupButton setupId={setup.id} variant="ghost" onDeleted={() => void navigate(paths.setups)}>
          <Trash2 /> Delete Setup
        </DeleteSetupButton>
      </Stack>
    </BodyCard>
  );
}

/** The run button's label; the most important reason comes first. */
export function runNowLabel(state: { isStarting: boolean; isRunActive: boolean; isActive: boolean }): string {
  if (state.isStarting) return "Starting...";
  if (state.isRunActive) return "Run Active";
  return state.isActive ? "Run Now" : "Paused";
}
