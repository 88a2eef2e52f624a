import { Flex } from "@chakra-ui/react";
import { Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useRunActions } from "@/data/run-actions/use-run-actions";
import { useMay } from "@/data/use-current-workspace";
import { DeleteSetupDialog } from "../delete-setup-button";
import { usePauseOrResume } from "../use-pause-or-resume";
import type { SetupRow } from "./columns";
import { RowMenu } from "./row-menu";

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
    const menu = [
      ...(mayEdit
        ? [
            {
              label: isActive ? "Pause" : "Resume",
              icon: isActive ? Pause : Play,
              onChoose: () => pauseOrResume(setup),
            },
            { label: "Edit", icon: Pencil, onChoose: () => void navigate(paths.editSetup(id)) },
          ]
        : []),
      ...(mayDelete ? [{ label: "Delete", icon: Trash2, onChoose: () => setDeleted(id) }] : []),
    ];
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
        {menu.length > 0 && <RowMenu label={`More actions for ${name}`} actions={menu} />}
      </Flex>
    );
  };
  return { actionsOf, dialog: <DeleteSetupDialog setupId={deleted} onClose={() => setDeleted(null)} /> };
}
