import type { DetectorKey, DetectorSettings } from "../../../contract/detectors.js";
import { segmentChanges, thresholdOf } from "../../annotations/annotations.js";
import { causeOf, type CountCause } from "../../cause/cause-of.js";
import { withCopies } from "./copies-row.js";
import { countRow } from "./count-row.js";
import { ProjectCopies } from "./project-copies.js";
import { projectRows, projectStreaks } from "./project-rows.js";
import { stoppedEvents } from "../stopped/stopped-rule.js";
import { type CountVerdict, checkEvent } from "../../expectation/counts/check-event.js";
import { type CountVerdicts, checkProject, testedDays } from "../../expectation/counts/check-project.js";
import type { AggregateReader } from "../../../aggregates/model.js";
import type { AnnotatedCounts, DraftRow, RunInput } from "../../model.js";
import type { Rule } from "../../rule.js";
import { type CountFinding, CountSegments } from "../../segments/counts/project-segments.js";
import { withCountSegment } from "./count-rows.js";

/** Compares each event with its recent level, its weekday and the project trend, and checks the project. */
export const countChange: Rule = (input, key, settings) => {
  const { days, lastDay, annotations } = input;
  let segments =
    days &&
    new CountSegments(days, { lastDay, ...settings }, (event) =>
      segmentChanges(annotations, key, { kind: "event", event }),
    );
  let started: CountChanges | null = null;
  const changes = (): CountChanges => {
    const counts = input.counts()!;
    started ??= new CountChanges({ ...input, counts }, key, settings, segments?.findings());
    segments = null;
    return started;
  };
  return {
    ...(segments && { survey: (block) => segments?.add(block) }),
    check: (block) => {
      changes().explain(block);
      return [];
    },
    finish: () => changes().rows(),
  };
};

/** Makes the rows of a project's counts. Causes and segments are read event by event, from any readers. */
class CountChanges {
  readonly #checked: CountVerdicts;
  readonly #verdicts: ReadonlyMap<string, CountVerdict>;
  readonly #stopped: ReturnType<typeof stoppedEvents>;
  readonly #tested: readonly number[];
  readonly #threshold: number;
  readonly #copies: ProjectCopies;
  readonly #explained = new Map<string, DraftRow>();

  /** @param findings the findings inside segments, by event */
  constructor(
    private readonly input: Pick<RunInput, "lastDay" | "previous" | "annotations"> & {
      counts: AnnotatedCounts;
    },
    private readonly key: DetectorKey,
    private readonly settings: DetectorSettings,
    private readonly findings: ReadonlyMap<string, CountFinding> = new Map(),
  ) {
    this.#threshold = settings.thresholdPercent / 100;
    const { checkBackDays } = settings;
    this.#checked = checkProject(input.counts, input.lastDay, { threshold: this.#threshold, checkBackDays });
    this.#verdicts = new Map(this.#checked.verdicts.map((verdict) => [verdict.event.name, verdict]));
    this.#copies = new ProjectCopies(
      this.#checked.project,
      projectStreaks(this.#checked.project, this.#threshold),
    );
    this.#stopped = stoppedEvents(this.#checked.project);
    this.#tested = testedDays(this.#checked.project, this.#threshold);
  }

  /** Adds causes and segments to the rows of a reader's events. */
  explain(aggregates: AggregateReader): void {
    for (const event of aggregates.events()) {
      const verdict = this.#verdicts.get(event);
      if (verdict) this.#explained.set(event, this.#explainedRow(verdict, aggregates));
      this.#copies.add(aggregates, event);
    }
  }

  /** Returns the rows of all events, sorted by name, then those of the project. */
  rows(): DraftRow[] {
    const { project, verdicts } = this.#checked;
    return [
      ...verdicts.map(
        (verdict) => this.#explained.get(verdict.event.name) ?? this.#row(this.#ownVerdict(verdict)),
      ),
      ...projectRows(project, this.key, this.#threshold, this.#copies),
    ];
  }

  #explainedRow(usual: CountVerdict, aggregates: AggregateReader): DraftRow {
    const verdict = this.#ownVerdict(usual);
    const draft = this.#row(verdict);
    const { name } = verdict.event;
    const found = this.#stopped.has(name) ? null : causeOf(this.#checked, verdict, aggregates);
    const caused = found
      ? withCause(draft, found)
      : verdict.kind === "checked" && verdict.severity === "normal"
        ? withCopies(draft, this.#checked.project, verdict, aggregates, this.#thresholdOf(verdict))
        : draft;
    // A baseline changed for the whole event would apply inside its segments too, so these aren't checked.
    if (!aggregates.segments || this.input.counts.baselines?.has(name)) return caused;
    const { lastDay } = this.input;
    const { checkBackDays } = this.settings;
    const finding = this.findings.get(name) ?? null;
    return withCountSegment(caused, aggregates, finding, { lastDay, checkBackDays });
  }

  #row(verdict: CountVerdict): DraftRow {
    const { project, settings } = this.#checked;
    const limit = { ...settings, threshold: this.#thresholdOf(verdict) };
    return countRow(this.key, project, verdict, limit, this.input.previous);
  }

  /** Checks the event again if people set a threshold for it. */
  #ownVerdict(usual: CountVerdict): CountVerdict {
    const { project, settings } = this.#checked;
    const threshold = this.#thresholdOf(usual);
    if (threshold === this.#threshold) return usual;
    return checkEvent(project, usual.event, this.#tested, { ...settings, threshold });
  }

  #thresholdOf({ event }: CountVerdict): number {
    const { thresholdPercent } = this.settings;
    return (
      thresholdOf(this.input.annotations, this.key, { kind: "event", event: event.name }, thresholdPercent) /
      100
    );
  }
}

const withCause = (draft: DraftRow, { cause, copies, text }: CountCause): DraftRow => ({
  ...draft,
  cause,
  ...(copies && { copies }),
  row: { ...draft.row, cause: text },
});
