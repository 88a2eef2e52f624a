import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compileKernel, kernelModule, kernelModulePath } from "./compile-kernel.js";

/** Run this after every change in `profiler/kernel/assembly`. `--checks` builds a slower one for finding bugs. */
const { values } = parseArgs({ options: { checks: { type: "boolean", default: false } } });
writeFileSync(kernelModulePath, kernelModule(compileKernel({ hasChecks: values.checks })));
