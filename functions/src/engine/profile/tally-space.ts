import { CountPool } from "./count-pool.js";
import { PropertyTally } from "./property-tally.js";
import { ValueTraits } from "./traits-of-values.js";
import { ValueArena } from "./value-arena.js";

/** What the tallies of a profile share: the memory of their counts and of their values. */
export class TallySpace {
  readonly pool = new CountPool();
  readonly arena = new ValueArena();
  readonly traits = new ValueTraits();
  private readonly tallies: PropertyTally[] = [];

  /** @param onMove see `PropertyTally` */
  tally(onMove: (offset: number, bits: number) => void = () => undefined): PropertyTally {
    const tally = new PropertyTally(this, onMove);
    this.tallies.push(tally);
    return tally;
  }

  /** Forgets values that no tally follows any more, once they may be many. To be called between rows. */
  tidy(): void {
    if (this.arena.isDue)
      this.arena.compact((move) => this.tallies.forEach((tally) => tally.moveValues(move)));
  }
}
