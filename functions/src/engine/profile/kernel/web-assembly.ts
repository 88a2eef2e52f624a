/** The part of WebAssembly's interface that is used here: Node has it, its types leave it to the browser's. */
export type WasmMemory = { readonly buffer: ArrayBuffer };
export type WasmModule = { readonly brand: unique symbol };
type WasmInterface = {
  Module: new (binary: Uint8Array) => WasmModule;
  Instance: new (module: WasmModule, imports: Record<string, object>) => { exports: unknown };
};

export const { Module, Instance } = (globalThis as unknown as { WebAssembly: WasmInterface }).WebAssembly;
