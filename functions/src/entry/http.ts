import type { Request, Response } from "express";
import { composeApp } from "../composition/compose-app.js";
import { once } from "../common/once.js";

const app = once(composeApp);

/** Handles one HTTP request; resolves when the response has been sent. */
export async function serve(req: Request, res: Response): Promise<void> {
  const handle = await app();
  await new Promise<void>((resolve) => {
    res.once("close", resolve);
    handle(req, res);
  });
}
