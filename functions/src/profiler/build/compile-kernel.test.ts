import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { instantiateKernel } from "../kernel/profile-kernel.js";
import type { KernelExports } from "../kernel/kernel-exports.js";
import { kernelHost } from "../kernel/kernel-host.js";
import { KernelMemory } from "../kernel/kernel-memory.js";
import { kindTrue, roleTime, kindNumber } from "../kernel/kinds.js";
import { PropertyNames } from "../kernel/property-names.js";
import { noExclusions } from "../aggregates/exclusions.js";
import { compileKernel, kernelModule, kernelModulePath } from "./compile-kernel.js";

/** A kernel that counts one day, from second 0 to second 10. */
function startKernel(binary?: Buffer): KernelExports {
  const names = new PropertyNames(noExclusions, true, () => undefined);
  const kernel: KernelExports = instantiateKernel(
    kernelHost({ kernel: () => kernel, memory: () => new KernelMemory(kernel.memory), names }),
    binary,
  );
  kernel.init(1n, 100, 100);
  const starts = kernel.initDays(1);
  new KernelMemory(kernel.memory).bytes.writeDoubleLE(10, starts + 8);
  return kernel;
}

it("the committed kernel matches its sources", () => {
  const isSame = kernelModule(compileKernel()) === readFileSync(kernelModulePath, "utf8");
  expect(isSame, "run npm run build:kernel").toBe(true);
});

it("the deployed kernel throws when memory runs out", () => {
  expect(() => startKernel().allocInput(0xffff_ff00)).toThrow("out of memory");
});

describe("a kernel with checks", () => {
  let binary: Buffer;
  beforeAll(() => {
    binary = compileKernel({ hasChecks: true });
  });

  it.each<[string, string, (kernel: KernelExports) => unknown]>([
    ["a value without a row", "before beginRow", (kernel) => kernel.addHostValue(0, kindTrue, 0, 0, 0)],
    ["an event that was not added", "event number", (kernel) => kernel.beginHostRow(3)],
    ["a sketch of exact counts", "check isSketch first", (kernel) => kernel.missingRows(tallyOf(kernel))],
    [
      "a damaged value",
      "was overwritten",
      (kernel) => {
        const tally = tallyOf(kernel);
        kernel.listValues(tally);
        const { bytes, words } = viewsOf(kernel);
        bytes.writeUInt32LE(15, words(kernel.list.value, 6)[5]);
        kernel.listValues(tally);
      },
    ],
  ])("explains the misuse: %s", (_name, sentence, misuse) => {
    const kernel = startKernel(binary);
    kernel.addEvent(0, 0);
    expect(() => misuse(kernel)).toThrow(sentence);
  });

  it("counts like the deployed one", () => {
    const [checked, deployed] = [binary, undefined].map((built) => {
      const kernel = startKernel(built);
      kernel.addEvent(0, 0);
      const count = kernel.listValues(tallyOf(kernel));
      return [
        ...viewsOf(kernel)
          .words(kernel.list.value, count * 6)
          .slice(0, 5),
      ];
    });
    expect(checked).toEqual(deployed);
  });
});

/** Counts one row with `true` and returns the tally. */
function tallyOf(kernel: KernelExports): number {
  kernel.beginHostRow(0);
  kernel.setHostRole(roleTime, kindNumber, 0, 0, 5);
  kernel.addHostValue(0, kindTrue, 0, 0, 0);
  kernel.countHostRow();
  return kernel.tallyOfSlot(kernel.eventDayAt(0, 0), 0);
}

function viewsOf(kernel: KernelExports) {
  const memory = new KernelMemory(kernel.memory);
  return { bytes: memory.bytes, words: memory.words.bind(memory) };
}
