import { initializeApp } from "firebase-admin/app";
import { getFirestore, Timestamp } from "firebase-admin/firestore";

/** Moves the end of an address's invitations to now: no endpoint does this, and they work for 7 days. */
export async function endInvitations(email: string): Promise<void> {
  const { FIRESTORE_EMULATOR_HOST, GCLOUD_PROJECT } = JSON.parse(
    process.env.PLUMBLINE_FUNCTIONS_ENVIRONMENT ?? "{}",
  ) as Record<string, string>;
  process.env.FIRESTORE_EMULATOR_HOST = FIRESTORE_EMULATOR_HOST;
  const stored = getFirestore(initializeApp({ projectId: GCLOUD_PROJECT }));
  const { docs } = await stored.collectionGroup("invitations").where("email", "==", email).get();
  for (const { ref } of docs) await ref.update({ expiresAt: Timestamp.now() });
  await stored.terminate();
}
