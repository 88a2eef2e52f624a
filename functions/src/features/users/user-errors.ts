import { AppError } from "../../common/errors.js";

/** For a token that is still valid even though its account was deleted. */
export const accountDeleted = (): AppError =>
  new AppError("unauthenticated", "The account was deleted.", { userMessage: "This account was deleted." });
