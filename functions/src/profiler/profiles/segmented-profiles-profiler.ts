import type { SegmentPlan } from "../../aggregates/event-segments.js";
import type { ProfileHistory } from "../../aggregates/model.js";
import { dayRange } from "../../common/days.js";
import { profileHistory } from "./profile-history.js";
import type { ProfileSnapshot } from "./profile-snapshot.js";
import {
  createProfilesProfiler,
  type EngageProfile,
  type ProfilesProfiler,
  type ProfilesProfilerOptions,
} from "./profiles-profiler.js";

/** Profiles that a project's first plan is chosen from. Mixpanel does not list them in chronological order. */
const sampledProfiles = 5_000;

/**
 * Aggregates the user profiles of a project that may have no segment plan yet. The kernel must know the dimensions
 * before it counts, so without a plan the first 5,000 profiles are kept, and the dimensions are chosen from them.
 * Whether a dimension divides all profiles is checked again when they are evaluated.
 */
export class SegmentedProfilesProfiler {
  #profiler: ProfilesProfiler | null;
  #sample: EngageProfile[] = [];

  /**
   * @param plan null before the project's first one
   * @param choose chooses the first plan from the sampled profiles
   */
  constructor(
    private readonly options: Omit<ProfilesProfilerOptions, "segments">,
    plan: SegmentPlan | null,
    private readonly choose: (seen: ProfileHistory["seen"]) => SegmentPlan,
  ) {
    this.#profiler = plan && createProfilesProfiler({ ...options, segments: plan });
  }

  get unlistedValues(): number {
    return this.#profiler?.unlistedValues ?? 0;
  }

  /** Adds the `results` of a page. */
  push(profiles: readonly EngageProfile[]): void {
    if (this.#profiler) return this.#profiler.push(profiles);
    this.#sample.push(...profiles);
    if (this.#sample.length >= sampledProfiles) this.#begin();
  }

  end(): ProfileSnapshot {
    return (this.#profiler ?? this.#begin()).end();
  }

  #begin(): ProfilesProfiler {
    const { from, to } = this.options.days;
    const sampled = createProfilesProfiler(this.options);
    sampled.push(this.#sample);
    const { seen } = profileHistory([], sampled.end(), to, dayRange(from, to).length);
    this.#profiler = createProfilesProfiler({ ...this.options, segments: this.choose(seen) });
    this.#profiler.push(this.#sample);
    this.#sample = [];
    return this.#profiler;
  }
}
