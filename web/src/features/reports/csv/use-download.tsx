import type { DetectorKey } from "@contract/detectors";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Notice, RetryButton } from "@/components/states/notice";
import { demoRunId } from "@/config/paths";
import { messages } from "@/lib/messages";
import { downloadCsv, downloadProblem } from "./download";

export type DownloadState = {
  start: () => void;
  isBusy: boolean;
  problem: string | null;
  /** Whether there is a file; the sample report has none. */
  isOffered: boolean;
};

/** The download of a check's CSV. All buttons on a page share one, so a failure is shown once. */
export function useDownload(runId: string, detectorId: DetectorKey): DownloadState {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => downloadCsv(runId, detectorId) });
  return {
    start: () => mutate(),
    isBusy: isPending,
    problem: error ? downloadProblem(error) : null,
    isOffered: runId !== demoRunId,
  };
}

export const DownloadButton = ({ download, ...rest }: { download: DownloadState } & ButtonProps) =>
  download.isOffered && (
    <Button disabled={download.isBusy} onClick={download.start} {...rest}>
      <Download />
      Download CSV
    </Button>
  );

/** 'Failed to download CSV report: …' with a retry; announced at once. */
export const DownloadProblem = ({ download }: { download: DownloadState }) =>
  download.problem === null ? null : (
    <Notice
      mb="4"
      tone="alert"
      title={messages.download.alert(download.problem)}
      action={<RetryButton onRetry={download.start} />}
    >
      {download.problem === messages.download.notFound ? "The run may have been deleted." : undefined}
    </Notice>
  );
