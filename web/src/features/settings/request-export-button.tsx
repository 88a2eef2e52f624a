import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { toastOutcome } from "@/lib/toast";

type RequestExportButtonProps = { of: "exportMyData" | "exportWorkspaceData"; email: string };

/** Requests a file with the data; a link to it arrives by email. */
export function RequestExportButton({ of, email }: RequestExportButtonProps) {
  const { mutateAsync, isPending } = useMutation({ mutationFn: () => callApi(of) });
  const request = () =>
    toastOutcome(
      mutateAsync(),
      { title: "Preparing your download", description: `We'll email a link to ${email}.` },
      "Unable to prepare the download",
    );
  return (
    <Button disabled={isPending} onClick={request}>
      <Download /> Request download
    </Button>
  );
}
