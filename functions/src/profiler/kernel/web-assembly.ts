/** The part of WebAssembly's interface used here. Node has it, but only the browser's types declare it. */
export type WasmMemory = { readonly buffer: ArrayBuffer };
export type WasmModule = { readonly brand: unique symbol };
type WasmInterface = {
  Module: new (binary: Uint8Array) => WasmModule;
  Instance: new (module: WasmModule, imports: Record<string, object>) => { exports: unknown };
};

export const { Module, Instance } = (globalThis as unknown as { WebAssembly: WasmInterface }).WebAssembly;
