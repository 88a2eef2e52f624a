import { AppError } from "../../shared/errors.js";

export const setupRunActive = (): AppError =>
  new AppError("run-active", "A run of this setup is in flight.", {
    userMessage: "A run of this setup is in progress. Cancel it first.",
  });
