/** What a run with a report cost. Written with the run's end, once, under the run's id. */
export type UsageRecord = {
  runId: string;
  setupName: string;
  createdAt: string;
  rows: number;
  /** Covered by the free quota: never reported to the card provider. */
  isFree: boolean;
  /** Reported to the card provider's meter; true from the start for free runs. */
  isMetered: boolean;
};

/** Tells the card provider's meter about a usage record. The run id makes a repeated report count once. */
export interface MeterEvents {
  /** Best effort: records that stay unmetered are reported again by billing. Never throws. */
  report(uid: string, usage: UsageRecord): Promise<void>;
}
