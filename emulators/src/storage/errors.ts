/** An error answer of Cloud Storage, with the `reason` in its JSON body. */
export class StorageError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly reason: string,
  ) {
    super(message);
  }
}

export const notFound = (bucket: string, name: string) =>
  new StorageError(404, `No such object: ${bucket}/${name}`, "notFound");

export const errorBody = (status: number, message: string, reason: string) => ({
  error: { code: status, message, errors: [{ message, domain: "global", reason }] },
});
