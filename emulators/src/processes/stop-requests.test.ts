import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { stopRequested } from "./stop-requests.js";

function launcher() {
  const source = new EventEmitter();
  const clock = { ms: 5000 };
  const exitNow = vi.fn();
  const stop = vi.fn();
  const stopped = stopRequested(source, exitNow, () => clock.ms).then(stop);
  const receive = (signal: string, afterMs = 0) => {
    clock.ms += afterMs;
    source.emit(signal);
  };
  return { receive, exitNow, stop, stopped };
}

it.each(["SIGINT", "SIGTERM", "SIGHUP"])("stops on the first %s", async (signal) => {
  const { receive, stopped, stop, exitNow } = launcher();
  await Promise.resolve();
  expect(stop).not.toHaveBeenCalled();
  receive(signal);
  await stopped;
  expect(stop).toHaveBeenCalledOnce();
  expect(exitNow).not.toHaveBeenCalled();
});

it("takes what the terminal and npm repeat within a second for the same Ctrl-C", async () => {
  const { receive, stopped, exitNow } = launcher();
  receive("SIGINT");
  receive("SIGINT");
  receive("SIGINT", 40);
  receive("SIGTERM", 960);
  await stopped;
  expect(exitNow).not.toHaveBeenCalled();
});

it.each(["SIGINT", "SIGTERM"])("exits at once on a %s more than a second after the first", (signal) => {
  const { receive, exitNow } = launcher();
  receive("SIGINT");
  receive("SIGINT", 40);
  receive(signal, 1000);
  expect(exitNow).toHaveBeenCalledOnce();
});

it("keeps saving when the terminal is closed after Ctrl-C", () => {
  const { receive, exitNow } = launcher();
  receive("SIGINT");
  receive("SIGHUP", 3000);
  expect(exitNow).not.toHaveBeenCalled();
});
