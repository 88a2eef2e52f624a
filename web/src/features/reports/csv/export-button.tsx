import type { RunReport } from "@contract/runs";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { messages } from "@/lib/messages";
import { toastFailure } from "@/lib/toast";
import { downloadProblem } from "./download";
import { exportReport } from "./export-report";

/** Downloads all findings of a report as one CSV file. */
export function ExportButton({ run, ...rest }: { run: RunReport } & ButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportReport(run),
    onError: (error) => toastFailure(messages.download.alert(downloadProblem(error))),
  });
  return (
    <Button disabled={isPending} onClick={() => mutate()} {...rest}>
      <Download />
      Export findings
    </Button>
  );
}
