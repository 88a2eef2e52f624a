import { kernelBase64 } from "./kernel.wasm.js";
import type { KernelExports, KernelHost } from "./kernel-exports.js";
import { Instance, Module, type WasmModule } from "./web-assembly.js";

let compiled: WasmModule | undefined;

/** A kernel with memory of its own. The code is compiled when it is first needed, not when it is imported. */
export function instantiateKernel(host: KernelHost): KernelExports {
  compiled ??= new Module(Buffer.from(kernelBase64, "base64"));
  // What the binary exports no type checker sees; the profiler's tests call all of it.
  return new Instance(compiled, { host }).exports as KernelExports;
}
