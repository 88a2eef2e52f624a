import { isNamed } from "../../../contract/findings/finding.js";
import type { Incident } from "../../../contract/incidents.js";
import type { Annotation } from "../../../engine/model.js";

/** The annotations as the engine reads them during a run. Those without an end reach up to `lastDay`. */
export const toAnnotations = (
  incidents: readonly Pick<Incident, "annotation" | "subject" | "segment" | "finding">[],
  lastDay: string,
): Annotation[] =>
  incidents.flatMap(({ annotation, subject: about, segment, finding: { detector } }): Annotation[] => {
    if (annotation === null || !isNamed(about)) return [];
    const named = { about, ...(segment && { segment }) };
    switch (annotation.kind) {
      case "leave_out":
        return [{ ...named, ...annotation, to: annotation.to ?? lastDay }];
      case "new_level":
        return [{ ...named, ...annotation }];
      case "limit":
        return [{ ...named, ...annotation, detector }];
    }
  });
