import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compileKernel, kernelModule, kernelModulePath } from "./compile-kernel.js";

/** Run it after each change in `engine/profile/kernel/assembly`; `--checks` builds a kernel to look for a bug with. */
const { values } = parseArgs({ options: { checks: { type: "boolean", default: false } } });
writeFileSync(kernelModulePath, kernelModule(compileKernel({ hasChecks: values.checks })));
