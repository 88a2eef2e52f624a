import { AppError } from "../../common/errors.js";

export const emailNotVerified = (): AppError =>
  new AppError("email-not-verified", "The address is not verified.", {
    userMessage: "Verify your email address first. We sent you a link when you signed up.",
  });

/** For a token that is still valid even though its account was deleted. */
export const accountDeleted = (): AppError =>
  new AppError("unauthenticated", "The account was deleted.", { userMessage: "This account was deleted." });
