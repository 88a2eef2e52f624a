import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Notice } from "@/components/states/notice";
import { Button } from "@/components/ui/button";
import { callApi } from "@/lib/api-client";
import { isNotFound } from "@/lib/api-error";
import { toast, toastError } from "@/lib/toast";

/** Shown when the page was opened through the link in a data download email. */
export function DownloadNotice() {
  const [search] = useSearchParams();
  const id = search.get("download");
  const [isPending, setIsPending] = useState(false);
  if (id === null) return null;
  const download = async () => {
    setIsPending(true);
    try {
      const { url } = await callApi("getDataExport", { params: { id } });
      window.location.assign(url);
    } catch (error) {
      if (isNotFound(error))
        toast({
          title: "This file has been deleted",
          description: "We keep files for 24 hours. Request a new one.",
          variant: "destructive",
        });
      else toastError(error, "Unable to download your data");
    }
    setIsPending(false);
  };
  return (
    <Notice
      tone="info"
      title="Your data is ready"
      action={
        <Button size="xs" disabled={isPending} onClick={() => void download()}>
          Download file
        </Button>
      }
    >
      The file is deleted 24 hours after you requested it.
    </Notice>
  );
}
