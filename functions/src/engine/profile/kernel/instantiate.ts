import { kernelBase64 } from "./kernel.wasm.js";
import type { KernelExports, KernelHost } from "./kernel-exports.js";
import { Instance, Module, type WasmModule } from "./web-assembly.js";

let deployed: WasmModule | undefined;

/**
 * Creates a kernel with memory of its own.
 * @param binary a kernel other than the deployed one, which is compiled on first use so that importing this costs nothing
 */
export function instantiateKernel(host: KernelHost, binary?: Buffer): KernelExports {
  const module =
    binary === undefined
      ? (deployed ??= new Module(Buffer.from(kernelBase64, "base64")))
      : new Module(binary);
  // No type checker sees what the binary exports; the profiler's tests call all of it.
  return new Instance(module, { host }).exports as KernelExports;
}
