import type { AggregateBlocks, AggregateReader } from "../../aggregates/model.js";

/** Splits a reader into blocks of `eventsPerBlock` events. */
export const blocksOf = (reader: AggregateReader, eventsPerBlock: number): AggregateBlocks => ({
  days: reader.days,
  async *blocks() {
    const events = reader.events();
    for (let from = 0; from < events.length; from += eventsPerBlock) {
      const block = events.slice(from, from + eventsPerBlock);
      yield { ...reader, events: () => block };
    }
  },
});
