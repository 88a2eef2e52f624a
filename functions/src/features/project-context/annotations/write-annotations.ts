import { claimUntil, isClaimed } from "../../../common/claim.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { minuteMs } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { isMixpanelError } from "../../../ports/mixpanel-error.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import type { AnnotationState } from "../../connections/annotation-state.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { hasAnnotations } from "../../connections/connection-record.js";
import { mixpanelAccess } from "../../connections/mixpanel-access.js";
import { annotationDay } from "../annotation-day.js";
import {
  annotationLink,
  annotationSteps,
  wantedAnnotations,
  type AnnotationStep,
} from "./annotation-plan.js";
import { requestsLeft, withRequests } from "./request-budget.js";

/** Longer than a worker can run. */
const claimMs = 10 * minuteMs;
/** When a person is waiting, stop after this long; the rest is done after the next run. */
const longestRequestedMs = 20_000;
const mostRequested = 30;

/**
 * Updates the annotations in Mixpanel to match the followed incidents: one for each first bad day. Only one
 * worker at a time does this. After a request with an unknown outcome, Mixpanel's list is read before another
 * annotation is created. Failures are logged and retried later; nothing waits for this.
 * @param isRequested a person is waiting, so the daily request budget doesn't apply
 */
export async function writeAnnotations(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  connectionId: string,
  { isRequested = false }: { isRequested?: boolean } = {},
): Promise<void> {
  let writing: Writing | null = null;
  try {
    writing = await Writing.start(deps, workspaceId, connectionId, isRequested);
    await writing?.work();
  } catch (error) {
    deps.logger.warn("annotations not written", { workspaceId, connectionId }, error);
  } finally {
    await writing?.end().catch((error: unknown) => {
      deps.logger.warn("annotations not released", { workspaceId, connectionId }, error);
    });
  }
}

/** Whether a full daily reading would leave too few requests for the annotations to write. */
export async function needsManyRequests(
  { incidents, settings }: Pick<Dependencies, "incidents" | "settings">,
  workspaceId: WorkspaceId,
  { id, annotations }: ConnectionRecord,
): Promise<boolean> {
  if (annotations === null) return false;
  const followed = annotations.isOn ? await incidents.followed(workspaceId, id) : [];
  const steps = annotationSteps(
    annotations,
    wantedAnnotations(followed, annotationLink(settings.appUrl, id)),
  );
  return annotations.isUnsure || steps.length > 1;
}

class Writing {
  readonly #access: MixpanelAccess;
  readonly #signal: AbortSignal | undefined;
  #requestsLeft: number;

  private constructor(
    readonly deps: Dependencies,
    readonly workspaceId: WorkspaceId,
    /** The connection when the work began; for its annotations, use `state`. */
    readonly connection: ConnectionRecord,
    public state: AnnotationState,
    readonly isRequested: boolean,
  ) {
    this.#access = { ...mixpanelAccess(deps, workspaceId, connection), isRetried: false };
    this.#requestsLeft = isRequested ? mostRequested : requestsLeft(state, deps.clock.now());
    this.#signal = isRequested ? AbortSignal.timeout(longestRequestedMs) : undefined;
  }

  /** Claims the work. Null if another worker has it, or there is nothing to write. */
  static async start(
    deps: Dependencies,
    workspaceId: WorkspaceId,
    connectionId: string,
    isRequested: boolean,
  ): Promise<Writing | null> {
    const now = deps.clock.now();
    let isMine = false;
    const claimed = await deps.connections.changeAnnotations(workspaceId, connectionId, (before) => {
      const { annotations: state, status } = before;
      isMine =
        state !== null &&
        !isClaimed(state.claimedUntil, now) &&
        hasAnnotations(before) &&
        (status === "verified" || isRequested);
      return isMine ? { ...state!, claimedUntil: claimUntil(now, claimMs) } : null;
    });
    if (!claimed?.annotations || !isMine) return null;
    return new Writing(deps, workspaceId, claimed, claimed.annotations, isRequested);
  }

  async work(): Promise<void> {
    if (this.state.isUnsure) await this.#readWritten();
    for (;;) {
      const [step] = annotationSteps(this.state, await this.#wanted());
      if (!step || this.#requestsLeft <= 0) return;
      if (!(await this.#takeStep(step))) return;
    }
  }

  async end(): Promise<void> {
    const wanted = await this.#wanted();
    await this.#save((state) => ({
      ...state,
      claimedUntil: null,
      dismissed: state.dismissed.filter((day) => wanted.has(day)),
    }));
  }

  async #wanted(): Promise<Map<string, string>> {
    const { deps, workspaceId, connection } = this;
    if (!this.state.isOn) return new Map();
    const incidents = await deps.incidents.followed(workspaceId, connection.id);
    return wantedAnnotations(incidents, annotationLink(deps.settings.appUrl, connection.id));
  }

  /**
   * Adds annotations that exist in Mixpanel but were not recorded, because a worker died or got no response.
   */
  async #readWritten(): Promise<void> {
    const { deps, connection } = this;
    const link = annotationLink(deps.settings.appUrl, connection.id);
    const timeZone = connection.capabilities?.timeZone ?? "UTC";
    await this.#countRequest();
    const found: AnnotationState["written"] = [];
    for await (const { id, at, name } of deps.mixpanel.savedItems(
      this.#access,
      "annotations",
      this.#signal,
    )) {
      const day = name.endsWith(link) ? annotationDay(at, timeZone) : null;
      if (day !== null) found.push({ day, id, text: name });
    }
    await this.#save((state) => ({
      ...state,
      isUnsure: false,
      written: [
        ...state.written,
        ...found.filter(({ id }) => !state.written.some((known) => known.id === id)),
      ],
    }));
  }

  /** Takes one step. @returns whether the next one may be taken */
  async #takeStep(step: AnnotationStep): Promise<boolean> {
    await this.#countRequest(step.kind === "create");
    try {
      const change = await this.#request(step);
      await this.#save((state) => ({ ...change(state), isUnsure: false, problem: null }));
      return this.#isStillWanted();
    } catch (error) {
      if (!isMixpanelError(error)) throw error;
      const { kind, status } = error;
      this.deps.logger.info("annotation refused", {
        connectionId: this.connection.id,
        step: step.kind,
        kind,
      });
      // Only a 4xx response means that nothing was created.
      const isKnown = status !== null && status >= 400 && status < 500;
      const isRefused = kind === "no-access" || kind === "credentials" || kind === "plan";
      await this.#save((state) => ({
        ...state,
        isUnsure: state.isUnsure && !isKnown,
        problem: isRefused ? "refused" : state.problem,
      }));
      return false;
    }
  }

  /** Sends one step's request to Mixpanel. @returns the change to apply to the state */
  async #request(step: AnnotationStep): Promise<(state: AnnotationState) => AnnotationState> {
    const { mixpanel } = this.deps;
    if (step.kind === "create") {
      const { day, text } = step;
      const id = await mixpanel.createAnnotation(this.#access, { day, text }, this.#signal);
      return (state) => ({ ...state, written: [...state.written, { day, id, text }] });
    }
    const without = (state: AnnotationState) => state.written.filter(({ id }) => id !== step.id);
    const isThere = await unlessGone(
      step.kind === "change"
        ? mixpanel.changeAnnotation(this.#access, step.id, step.text, this.#signal)
        : mixpanel.deleteAnnotation(this.#access, step.id, this.#signal),
    );
    if (step.kind === "delete") return (state) => ({ ...state, written: without(state) });
    const { id, day, text } = step;
    return (state) =>
      isThere
        ? { ...state, written: [...without(state), { day, id, text }] }
        : { ...state, written: without(state), dismissed: [...state.dismissed, day] };
  }

  /** Counts a request before it is sent, so that it counts even if its response is lost. */
  async #countRequest(isUnsure = this.state.isUnsure): Promise<void> {
    this.#requestsLeft--;
    const now = this.deps.clock.now();
    await this.#save((state) => ({
      ...(this.isRequested ? state : withRequests(state, now, 1)),
      isUnsure,
    }));
  }

  /** @throws Error if the connection is gone or points elsewhere */
  async #save(change: (state: AnnotationState) => AnnotationState): Promise<void> {
    const { projectId, region } = this.connection;
    let isSame = false;
    const after = await this.deps.connections.changeAnnotations(
      this.workspaceId,
      this.connection.id,
      (before) => {
        isSame = before.projectId === projectId && before.region === region && before.annotations !== null;
        return isSame ? change(before.annotations!) : null;
      },
    );
    if (!after?.annotations || !isSame) throw new Error("the connection is gone, or points elsewhere");
    this.state = after.annotations;
  }

  /** False once the time that a person waits is over. */
  #isStillWanted(): boolean {
    return this.#signal?.aborted !== true;
  }
}

/** Waits for a request. @returns false if someone deleted the annotation in Mixpanel */
async function unlessGone(asked: Promise<void>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (isMixpanelError(error) && error.kind === "not-found") return false;
    throw error;
  }
}
