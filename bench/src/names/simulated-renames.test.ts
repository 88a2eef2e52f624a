import { expect, it } from "vitest";
import { NameObserver } from "../../../functions/src/engine/names/name-observer.js";
import { casesOf } from "../../../functions/src/testing/thorough.js";
import { type Kind, simulateProject } from "./simulated-project.js";

const kinds: Kind[] = ["switch", "volume", "rollout", "split", "property", "property-rollout"];
const renames = casesOf(200);
const quiet = casesOf(50);

it(`recognizes at least 95% of ${renames} renames, and at most 2% of what it says is wrong`, () => {
  const missed: string[] = [];
  /** Found and planted renames of each kind. */
  const found = new Map(kinds.map((kind) => [kind, { found: 0, of: 0 }]));
  const wrong: string[] = [];
  let said = 0;
  for (let number = 0; number < renames + quiet; number++) {
    const kind = number < renames ? kinds[number % kinds.length]! : "none";
    const { reader, from, to } = simulateProject(kind, `rename ${number}`);
    const observer = new NameObserver(reader.days);
    observer.add(reader);
    const renamed = observer.observed().renames;
    const isPlanted = (rename: (typeof renamed)[number]) =>
      rename.from === from && [...rename.to].sort().join() === [...to].sort().join();
    said += renamed.length;
    if (from !== null) {
      const ofKind = found.get(kind)!;
      ofKind.of++;
      if (renamed.some(isPlanted)) ofKind.found++;
      else missed.push(`${kind}: ${from} → ${to.join(" + ")}`);
    }
    for (const rename of renamed)
      if (!isPlanted(rename)) wrong.push(`${kind}: ${rename.from} → ${rename.to.join(" + ")}`);
  }
  const figures = JSON.stringify({ renames, projects: renames + quiet, said, missed, wrong }, null, 1);
  console.log(JSON.stringify({ renames, found: renames - missed.length, said, wrong: wrong.length }));
  console.log([...found].map(([kind, { found: right, of }]) => `${kind} ${right}/${of}`).join(", "));
  expect(missed.length, figures).toBeLessThanOrEqual(renames * 0.05);
  expect(wrong.length, figures).toBeLessThanOrEqual(said * 0.02);
});
