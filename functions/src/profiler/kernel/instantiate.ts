import { kernelBase64 } from "./kernel.wasm.js";
import type { KernelExports, KernelHost } from "./kernel-exports.js";
import { Instance, Module, type WasmModule } from "./web-assembly.js";

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
