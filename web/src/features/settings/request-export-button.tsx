import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { callApi } from "@/lib/api-client";
import { toastOutcome } from "@/lib/toast";

type RequestExportButtonProps = { of: "exportMyData" | "exportWorkspaceData"; email: string };

/** Requests a file with the data; a link to it arrives by email. */
export function RequestExportButton({ of, email }: RequestExportButtonProps) {
  const [isPending, setIsPending] = useState(false);
  const request = async () => {
    setIsPending(true);
    const requested = callApi(of);
    toastOutcome(
      requested,
      { title: "Preparing your download", description: `We'll email a link to ${email}.` },
      "Unable to prepare the download",
    );
    await requested.catch(() => undefined);
    setIsPending(false);
  };
  return (
    <Button disabled={isPending} onClick={() => void request()}>
      <Download aria-hidden /> Request download
    </Button>
  );
}
