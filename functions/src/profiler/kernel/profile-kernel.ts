import { kindNumber } from "./kinds.js";
import type { PropertyNames } from "./property-names.js";
import type { NormalizedValue } from "./values/normalize-value.js";
import { nullLikeShapes } from "./values/traits.js";
import type { Address, CounterName, KernelExports, KernelHost } from "./kernel-exports.js";
import { kernelHost } from "./kernel-host.js";
import { KernelMemory } from "./kernel-memory.js";
import { kernelBase64 } from "./kernel.wasm.js";
import { Instance, Module, type WasmModule } from "./web-assembly.js";

/** Rows remembered to find duplicates, at most 180 MB; later rows are still compared with these. */
export const rememberedRows = 32_000_000;

/** Bytes stored of values of more than 1 KB in all; ordinary exports stay below it. */
export const longValueBytes = 256 << 20;

const lagCounts = 961;

/** The kernel with its memory: counts rows, then reads the counts. */
export class ProfileKernel {
  readonly exports: KernelExports;
  readonly memory: KernelMemory;
  readonly #lags: Address;

  /**
   * @param seed of the kernel's hashes
   * @param dayStarts first second of each day and of the day after the last, in the same basis as `time`
   */
  constructor(
    names: PropertyNames,
    seed: bigint,
    dayStarts: Float64Array,
    remembered = rememberedRows,
    longBytes = longValueBytes,
  ) {
    this.exports = instantiateKernel(
      kernelHost({ kernel: () => this.exports, memory: () => this.memory, names }),
    );
    this.memory = new KernelMemory(this.exports.memory);
    this.exports.init(seed, remembered, longBytes);
    const starts = this.exports.initDays(dayStarts.length - 1);
    for (const [day, start] of dayStarts.entries()) this.memory.bytes.writeDoubleLE(start, starts + day * 8);
    const { lengths, letters } = nullLikeShapes();
    this.exports.setNullLikeShapes(lengths, letters);
    this.#lags = this.exports.lags.value;
  }

  /** Adds a value to the row that `beginHostRow` began. */
  addHostValue(slot: number, { kind, text, number }: NormalizedValue): void {
    if (kind <= kindNumber) this.exports.addHostValue(slot, kind, 0, 0, number);
    else this.exports.addHostValue(slot, kind, ...this.#write(text), 0);
  }

  /** Sets a value of the same row that the profiler itself needs. */
  setHostRole(role: number, { kind, text, number }: NormalizedValue): void {
    if (kind <= kindNumber) this.exports.setHostRole(role, kind, 0, 0, number);
    else this.exports.setHostRole(role, kind, ...this.#write(text), 0);
  }

  /** Remembers a text like a row. @returns whether it is new */
  addTextIfNew(text: string): boolean {
    return this.exports.addTextIfNew(...this.#write(text)) !== 0;
  }

  /** Rows by processing time − `time`, in quarters of an hour from −5 days to 5 days. */
  get lags(): Uint32Array {
    return this.memory.words(this.#lags, lagCounts);
  }

  /** A counter, converted to unsigned like in the kernel. */
  counter(name: CounterName): number {
    return this.exports[name].value >>> 0;
  }

  /** Writes a text of the current row; it stays in the kernel's memory until the next row begins. */
  #write(text: string): readonly [start: Address, length: number] {
    const length = Buffer.byteLength(text);
    const start = this.exports.allocText(length);
    this.memory.bytes.write(text, start);
    return [start, length];
  }
}

let deployed: WasmModule | undefined;

/**
 * Creates a kernel with its own memory. The deployed kernel is compiled on first use, so that importing this is
 * cheap.
 * @param binary a kernel to use instead of the deployed one
 */
export function instantiateKernel(host: KernelHost, binary?: Buffer): KernelExports {
  const module =
    binary === undefined
      ? (deployed ??= new Module(Buffer.from(kernelBase64, "base64")))
      : new Module(binary);
  // The type checker can't see the binary's exports; the profiler's tests call all of them.
  return new Instance(module, { host }).exports as KernelExports;
}
