import type { DetectorKey } from "@contract/detectors";
import { callApi } from "@/lib/api-client";
import { ApiError, errorText } from "@/lib/api-error";
import { saveLink } from "@/lib/files/save-file";
import { messages } from "@/lib/messages";

/**
 * Asks for a link to the whole CSV and lets the browser download it.
 * @throws errors that `downloadProblem` can describe
 */
export async function downloadCsv(runId: string, detectorId: DetectorKey): Promise<void> {
  const { downloadUrl, fileName } = await callApi("getDownload", { params: { runId, detectorId } });
  if (!downloadUrl) throw new Error(messages.download.noUrl);
  saveLink(downloadUrl, fileName);
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
