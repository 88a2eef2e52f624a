import { createRequire } from "node:module";
import path from "node:path";
import type grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";

/** google.firestore.v1.Firestore, from the proto files inside the official client. */
export function firestoreService(): grpc.ServiceDefinition {
  const require = createRequire(import.meta.url);
  const admin = require.resolve("firebase-admin");
  const client = path.dirname(require.resolve("@google-cloud/firestore/package.json", { paths: [admin] }));
  const definition = protoLoader.loadSync("google/firestore/v1/firestore.proto", {
    includeDirs: [path.join(client, "build/protos")],
    keepCase: false,
    longs: String,
    enums: String,
    arrays: true,
    objects: true,
    oneofs: true,
    // With defaults, an absent `bytes transaction` would be an empty buffer, and every commit would look
    // transactional.
    defaults: false,
  });
  const service = definition["google.firestore.v1.Firestore"];
  if (!service || "format" in service)
    throw new Error("The client's proto files lack the Firestore service.");
  return service;
}
