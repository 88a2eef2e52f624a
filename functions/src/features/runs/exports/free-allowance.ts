import type { Dependencies } from "../../../composition/dependencies.js";
import { blockedTexts } from "../../../contract/billing.js";
import { freeBytesLimit } from "../../billing/account/billing-limits.js";
import { RunFailedError } from "../run-failure.js";
import type { RunRecord } from "../run-record.js";
import type { PartId } from "./claim-part.js";

/** Stops a free-tier export once the workspace's free runs, with all their parts, have read as much as they may. */
export async function freeAllowance(
  { runs }: Pick<Dependencies, "runs">,
  { workspaceId, part }: PartId,
  run: RunRecord,
): Promise<{ update(run: RunRecord): void; check(bytes: number): void }> {
  if (!run.isFreeTier) return { update: () => undefined, check: () => undefined };
  const { freeBytes } = (await runs.account(workspaceId)).billing.limits;
  const readByOthers = ({ parts }: RunRecord) =>
    parts.reduce((sum, { read }, index) => (index === part ? sum : sum + read.bytes), 0);
  let others = readByOthers(run);
  return {
    update: (stored) => {
      others = readByOthers(stored);
    },
    check: (bytes) => {
      if (freeBytes + others + bytes > freeBytesLimit)
        throw new RunFailedError({ code: "free-data-used", message: blockedTexts["free-data-used"].text });
    },
  };
}
