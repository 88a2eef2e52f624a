import type { Output } from "./parts.js";
import type { Stack } from "./start-stack.js";

export async function seed(_stack: Stack, _output: Output): Promise<void> {}
