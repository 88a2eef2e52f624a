import { AppError } from "../../common/errors.js";

export const connectionInUse = (): AppError =>
  new AppError("connection-in-use", "A setup uses this connection.", {
    userMessage: "A setup uses this connection. Delete or change the setup first.",
  });

export const connectionNotVerified = (): AppError =>
  new AppError("connection-not-verified", "The connection is not verified.", {
    userMessage: "Verify the connection first.",
  });
