import type { DetectorKey } from "@contract/detectors";
import { callApi } from "@/lib/api-client";
import { ApiError, errorText } from "@/lib/api-error";
import { messages } from "@/lib/messages";

/**
 * Asks for a link to the whole CSV and lets the browser download it.
 * @throws errors that `downloadProblem` can describe
 */
export async function downloadCsv(runId: string, detectorId: DetectorKey): Promise<void> {
  const { downloadUrl, fileName } = await callApi("getDownload", { params: { runId, detectorId } });
  if (!downloadUrl) throw new Error(messages.download.noUrl);
  const link = document.createElement("a");
  link.href = downloadUrl;
  link.download = fileName;
  // The server sends the file as an attachment. If it answers with a page, that page gets no access to ours.
  link.rel = "noopener";
  document.body.append(link);
  link.click();
  link.remove();
}

/** Why a download failed, as a message from the error catalog. */
export function downloadProblem(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 401) return messages.download.unauthorised;
    if (error.status === 404) return messages.download.notFound;
    // A successful response that doesn't match the contract: it has no link.
    if (error.status >= 200 && error.status < 300) return messages.download.noUrl;
    return messages.download.failed(errorText(error));
  }
  if (!(error instanceof Error)) return messages.download.failed(errorText(error));
  if (error.message === messages.notAuthenticated) return messages.download.noToken;
  if (error.message === messages.download.noUrl) return error.message;
  return messages.download.failed(error.message);
}
