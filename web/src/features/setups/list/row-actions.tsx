import { Flex } from "@chakra-ui/react";
import { Play } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { RowMenu } from "@/components/choices/action-menu";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useRunActions } from "@/data/run-actions/use-run-actions";
import { useMay } from "@/data/use-current-workspace";
import { DeleteSetupDialog } from "../delete-setup-button";
import { usePauseOrResume } from "../use-pause-or-resume";
import type { SetupRow } from "./columns";

export type RunHandlers = { startingSetupId: string | null; onRun: (setupId: string) => void };

/** Each row's actions, for those who may: Run or Cancel, and a menu. `dialog` asks before a setup is deleted. */
export function useRowActions({ startingSetupId, onRun }: RunHandlers) {
  const navigate = useNavigate();
  const mayRun = useMay("startRun");
  const mayEdit = useMay("updateSetup");
  const mayDelete = useMay("deleteSetup");
  const { cancelRun, busyRunId } = useRunActions();
  const { pauseOrResume } = usePauseOrResume();
  const [deleted, setDeleted] = useState<string | null>(null);

  const actionsOf = ({ setup, activeRun }: SetupRow) => {
    const { id, name, status } = setup;
    const isActive = status === "active";
    const isStarting = startingSetupId === id;
    return (
      <Flex gap="1" justify="flex-end">
        {!activeRun && mayRun && (
          <Button
            size="xs"
            aria-label={`Run ${name}`}
            disabled={!isActive || isStarting}
            onClick={() => onRun(id)}
          >
            <Play aria-hidden />
            {isStarting ? "Starting..." : "Run"}
          </Button>
        )}
        {activeRun && cancelRun && (
          <Button
            size="xs"
            aria-label={`Cancel the run of ${name}`}
            disabled={busyRunId === activeRun.id}
            onClick={() => cancelRun(activeRun)}
          >
            Cancel
          </Button>
        )}
        {(mayEdit || mayDelete) && (
          <RowMenu
            of={name}
            choices={[
              mayEdit && { label: isActive ? "Pause" : "Resume", run: () => pauseOrResume(setup) },
              mayEdit && { label: "Edit", run: () => void navigate(paths.editSetup(id)) },
              mayDelete && { label: "Delete", run: () => setDeleted(id) },
            ]}
          />
        )}
      </Flex>
    );
  };
  return { actionsOf, dialog: <DeleteSetupDialog setupId={deleted} onClose={() => setDeleted(null)} /> };
}
