import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compileKernel, kernelModulePath } from "./compile-kernel.js";

it("the committed kernel is what its sources compile to", () => {
  expect(compileKernel() === readFileSync(kernelModulePath, "utf8"), "run npm run build:kernel").toBe(true);
});
