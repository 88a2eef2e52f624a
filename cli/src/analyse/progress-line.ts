import type { Terminal } from "./input.js";

const everyMs = 250;

/** Shows how much was read, on one line of the terminal. Prints nothing if the output isn't a terminal. */
export function progressLine(terminal: Terminal): { add(bytes: number): void; end(): void } {
  const started = performance.now();
  let shown = started;
  let bytes = 0;
  const show = (now: number): void => {
    const megabytes = bytes / 1e6;
    const perSecond = megabytes / Math.max(0.001, (now - started) / 1000);
    terminal.note(`\r\u001b[KReading: ${megabytes.toFixed(0)} MB, ${perSecond.toFixed(0)} MB/s`);
  };
  return {
    add(size) {
      bytes += size;
      const now = performance.now();
      if (!terminal.isTerminal || now - shown < everyMs) return;
      shown = now;
      show(now);
    },
    end() {
      if (terminal.isTerminal) terminal.note("\r\u001b[K");
    },
  };
}
