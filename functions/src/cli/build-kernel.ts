import { writeFileSync } from "node:fs";
import { compileKernel, kernelModulePath } from "./compile-kernel.js";

/** To be run after a change in `engine/profile/kernel/assembly`. */
writeFileSync(kernelModulePath, compileKernel());
