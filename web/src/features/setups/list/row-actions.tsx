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

export type RowHandlers = {
  startingSetupId: string | null;
  onRun: (setupId: string) => void;
  onRemove: (setupId: string) => void;
};

/** Each row's actions, for those who may: Run or Cancel, and a menu. `dialog` asks before a setup is deleted. */
export function useRowActions({ startingSetupId, onRun, onRemove }: RowHandlers) {
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
    const isBusy = isStarting || (activeRun !== null && busyRunId === activeRun.id);
    const act = () => (activeRun ? cancelRun?.(activeRun) : onRun(id));
    return (
      <Flex gap="1" justify="flex-end">
        {(activeRun ? cancelRun : mayRun) && (
          // One button, never disabled once it was pressed: it keeps the focus.
          <Button
            size="xs"
            aria-label={activeRun ? `Cancel the run of ${name}` : `Run ${name}`}
            disabled={!activeRun && !isActive}
            aria-disabled={isBusy}
            onClick={isBusy ? undefined : act}
          >
            {!activeRun && <Play />}
            {activeRun ? "Cancel" : isStarting ? "Starting..." : "Run"}
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
  const dialog = (
    <DeleteSetupDialog setupId={deleted} onConfirm={onRemove} onClose={() => setDeleted(null)} />
  );
  return { actionsOf, dialog };
}
