import type { SegmentPlan } from "../../segments/model.js";
import { dayRange } from "../aggregates/project-days.js";
import { chooseProfileDimensions } from "./choose-profile-dimensions.js";
import { profileHistory } from "./profile-history.js";
import type { ProfileSnapshot } from "./profile-snapshot.js";
import {
  createProfilesProfiler,
  type EngageProfile,
  type ProfilesProfiler,
  type ProfilesProfilerOptions,
} from "./profiles-profiler.js";

/** Profiles that the first plan of a project is chosen from; Mixpanel lists them in no order of time. */
const sampledProfiles = 5_000;

/**
 * Profiles the user profiles of a project that may have no segment plan yet: then its dimensions are chosen from the first
 * 5,000 profiles, which are kept until then, since the kernel must know them before it counts. Whether a dimension divides
 * all profiles is looked at again when they are judged.
 */
export class SegmentedProfilesProfiler {
  #profiler: ProfilesProfiler | null;
  #sample: EngageProfile[] = [];

  /** @param plan null before the project's first one */
  constructor(
    private readonly options: Omit<ProfilesProfilerOptions, "segments">,
    private readonly checkBackDays: number,
    plan: SegmentPlan | null,
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
    const tested = { lastDay: to, checkBackDays: this.checkBackDays };
    const segments = chooseProfileDimensions(seen, tested, null);
    this.#profiler = createProfilesProfiler({ ...this.options, segments });
    this.#profiler.push(this.#sample);
    this.#sample = [];
    return this.#profiler;
  }
}
