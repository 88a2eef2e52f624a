import { toInstant } from "../../../common/time.js";
import type { AnnotationState } from "../../connections/annotation-state.js";

/** Requests to Mixpanel's App API per connection and day, not counting further pages. */
const mostRequests = 10;

const dayOf = (now: Date): string => toInstant(now).slice(0, 10);

/** How many requests are left today. */
export const requestsLeft = ({ requests }: AnnotationState, now: Date): number =>
  mostRequests - (requests.day === dayOf(now) ? requests.count : 0);

export function withRequests(state: AnnotationState, now: Date, count: number): AnnotationState {
  const day = dayOf(now);
  return {
    ...state,
    requests: { day, count: (state.requests.day === day ? state.requests.count : 0) + count },
  };
}
