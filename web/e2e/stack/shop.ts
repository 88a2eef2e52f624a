import { stackUrl, type Project } from "./account";

const serviceAccount = (name: string) => ({
  serviceUsername: `${name}.plumbline.mp-service-account`,
  secretRef: `${name}-secret`,
});

/**
 * Projects of the Mixpanel stand-in that belong to one journey each, so that the journey can break them while
 * others run in parallel. `emulators/README.md` lists all projects and what each is like.
 */
export const ownProjects = {
  /** For runs that must not end. */
  runs: { wide: eu("2000001"), narrow: india("3000001") },
  /** For a sync that fails. */
  sync: us("1000006"),
} as const;

export type Fault = { kind: string; endpoint?: string; count?: number | null; status?: number };

/**
 * Breaks a project for the rest of the tests (the next setup repairs it); see "Fault switches" in
 * `emulators/README.md`.
 */
export async function breakProject({ projectId }: Project, fault: Fault): Promise<void> {
  const body = JSON.stringify({ ...fault, projectId: Number(projectId) });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${stackUrl("MIXPANEL")}/_faults`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`fault refused: ${response.status} ${await response.text()}`);
}

/** Repairs every project, since a stack that was used before may still be broken. */
export async function mendProjects(): Promise<void> {
  const response = await fetch(`${stackUrl("MIXPANEL")}/_faults`, { method: "DELETE" });
  if (!response.ok) throw new Error(`faults stay: ${response.status} ${await response.text()}`);
}

function us(projectId: string): Project {
  return { projectId, projectName: "Own project", region: "us", ...serviceAccount("demo") };
}
function eu(projectId: string): Project {
  return { projectId, projectName: "Shop Berlin", region: "eu", ...serviceAccount("europe") };
}
function india(projectId: string): Project {
  return { projectId, projectName: "Shop Kolkata", region: "india", ...serviceAccount("india") };
}
