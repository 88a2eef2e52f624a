import type { WorkspaceId } from "../../../contract/workspaces.js";
import { addMs, minuteMs, toInstant } from "../../../common/time.js";
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

type Deps = Pick<
  Dependencies,
  "connections" | "incidents" | "mixpanel" | "secrets" | "settings" | "clock" | "logger"
>;

/** Longer than a worker lives. */
const claimMs = 10 * minuteMs;
/** What a person waits for is given up then; the rest is done after the next run. */
const longestRequestedMs = 20_000;
const mostRequested = 30;

/**
 * Makes the annotations in Mixpanel those that the open incidents want: one for each first bad day. One worker at a time;
 * after a request whose effect is not known, Mixpanel's list is read before another is created. What goes wrong is logged
 * and done later: nothing waits for it.
 * @param isRequested a person waits: the day's budget of requests does not count then
 */
export async function writeAnnotations(
  deps: Deps,
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

/** Whether a day with a whole reading does not leave enough requests for what is to be written. */
export async function needsManyRequests(
  { incidents, settings }: Pick<Deps, "incidents" | "settings">,
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
  #left: number;

  private constructor(
    readonly deps: Deps,
    readonly workspaceId: WorkspaceId,
    /** As it was when the work began, but for its annotations. */
    readonly connection: ConnectionRecord,
    public state: AnnotationState,
    readonly isRequested: boolean,
  ) {
    this.#access = { ...mixpanelAccess(deps, workspaceId, connection), isRetried: false };
    this.#left = isRequested ? mostRequested : requestsLeft(state, deps.clock.now());
    this.#signal = isRequested ? AbortSignal.timeout(longestRequestedMs) : undefined;
  }

  /** Null when another worker is at it, or there is nothing to write. */
  static async start(
    deps: Deps,
    workspaceId: WorkspaceId,
    connectionId: string,
    isRequested: boolean,
  ): Promise<Writing | null> {
    const now = deps.clock.now();
    let isClaimed = false;
    const claimed = await deps.connections.changeAnnotations(workspaceId, connectionId, (before) => {
      const { annotations: state, status } = before;
      const isTaken = state?.claimedUntil && state.claimedUntil > toInstant(now);
      isClaimed =
        state !== null && !isTaken && hasAnnotations(before) && (status === "verified" || isRequested);
      return isClaimed ? { ...state!, claimedUntil: toInstant(addMs(now, claimMs)) } : null;
    });
    if (!claimed?.annotations || !isClaimed) return null;
    return new Writing(deps, workspaceId, claimed, claimed.annotations, isRequested);
  }

  async work(): Promise<void> {
    if (this.state.isUnsure) await this.#learnWritten();
    for (;;) {
      const [step] = annotationSteps(this.state, await this.#wanted());
      if (!step || this.#left <= 0) return;
      if (!(await this.#take(step))) return;
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

  /** Adds what stands in Mixpanel and was never noted, after a worker died or had no answer. */
  async #learnWritten(): Promise<void> {
    const { deps, connection } = this;
    const link = annotationLink(deps.settings.appUrl, connection.id);
    const timeZone = connection.capabilities?.timeZone ?? "UTC";
    await this.#spend();
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

  /** @returns whether the next step may be taken */
  async #take(step: AnnotationStep): Promise<boolean> {
    await this.#spend(step.kind === "create");
    try {
      const change = await this.#ask(step);
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
      // Only an answer that was understood says that nothing was created.
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

  /** Asks Mixpanel. @returns what that changes in the state */
  async #ask(step: AnnotationStep): Promise<(state: AnnotationState) => AnnotationState> {
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

  /** Before a request, so that one whose answer is never seen counts, too. */
  async #spend(isUnsure = this.state.isUnsure): Promise<void> {
    this.#left--;
    const now = this.deps.clock.now();
    await this.#save((state) => ({
      ...(this.isRequested ? state : withRequests(state, now, 1)),
      isUnsure,
    }));
  }

  /** @throws Error when the connection is gone, or points elsewhere */
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

  /** Somebody may have given up waiting. */
  #isStillWanted(): boolean {
    return this.#signal?.aborted !== true;
  }
}

/** False for what somebody has deleted. */
async function unlessGone(asked: Promise<void>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (isMixpanelError(error) && error.kind === "not-found") return false;
    throw error;
  }
}
