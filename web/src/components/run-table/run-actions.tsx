import { Flex } from "@chakra-ui/react";
import { hasReport, isEnded, isInFlight, type Run } from "@contract/runs";
import { RotateCw, Trash2 } from "lucide-react";
import { paths } from "@/config/paths";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { TextLink } from "../ui/text-link";

/** An action is shown only if its handler is given. */
export type RunHandlers = {
  onCancel?: ((run: Run) => void) | undefined;
  onRerun?: ((run: Run) => void) | undefined;
  onDelete?: ((run: Run) => void) | undefined;
  /** The run on which an action is in progress. */
  busyRunId?: string | null;
};

export const RunActions = ({ run, onCancel, onRerun, onDelete, busyRunId }: RunHandlers & { run: Run }) => (
  <Flex gap="1" align="center" justify={{ base: "flex-start", sm: "flex-end" }} minH="28px">
    {hasReport(run) && (
      <Flex marginInlineEnd={onRerun || onDelete ? "2" : "0"}>
        <TextLink to={paths.report(run.id)}>View Report</TextLink>
      </Flex>
    )}
    {isInFlight(run) && onCancel && (
      <Button size="xs" disabled={busyRunId === run.id} onClick={() => onCancel(run)}>
        Cancel
      </Button>
    )}
    {isEnded(run) && onRerun && (
      <IconButton
        label="Rerun"
        icon={<RotateCw aria-hidden />}
        disabled={busyRunId === run.id}
        onClick={() => onRerun(run)}
      />
    )}
    {isEnded(run) && onDelete && (
      <IconButton
        label="Delete run"
        icon={<Trash2 aria-hidden />}
        disabled={busyRunId === run.id}
        onClick={() => onDelete(run)}
      />
    )}
  </Flex>
);
