/** What `npm start` seeds and prints. */
export const demoAccount = {
  email: "demo@plumbline.dev",
  password: "plumbline-demo",
  displayName: "Demo",
} as const;

/** The demo project of the Mixpanel stand-in. */
export const demoProject = {
  projectId: "1000001",
  projectName: "Demo store",
  region: "us",
  serviceUsername: "demo.plumbline.mp-service-account",
  secret: "demo-secret",
} as const;
