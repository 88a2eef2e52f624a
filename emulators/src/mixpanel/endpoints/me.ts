import type { Call } from "../http/call.js";
import { replyJson } from "../http/reply.js";
import type { AccountDefinition, Role } from "../projects.js";
import type { World } from "../world.js";

const domains = { us: "mixpanel.com", eu: "eu.mixpanel.com", in: "in.mixpanel.com" } as const;

/** `GET /api/app/me`: the account and the projects it has access to. */
export function me(world: World, call: Call, account: AccountDefinition): void {
  const projects: Record<string, unknown> = {};
  const workspaces: Record<string, unknown> = {};
  const organizations: Record<string, unknown> = {};
  for (const [id, role] of Object.entries(account.roles)) {
    const project = world.project(Number(id));
    if (!project) continue;
    projects[id] = {
      name: project.name,
      organization_id: project.organizationId,
      timezone: project.timeZone,
      domain: domains[project.region],
      has_workspaces: true,
      type: "PROJECT",
      role,
      permissions: permissionsOf(role),
    };
    const workspace = project.id * 10 + 1;
    workspaces[workspace] = {
      id: workspace,
      name: "All Project Data",
      project_id: project.id,
      is_default: true,
      is_global: true,
    };
    organizations[project.organizationId] = {
      id: project.organizationId,
      name: "Demo Organization",
      role,
      permissions: [],
    };
  }
  replyJson(call, {
    status: "ok",
    results: {
      user_id: account.id,
      user_email: `${account.username}@serviceaccount.mixpanel.com`,
      user_name: account.username,
      organizations,
      projects,
      workspaces,
    },
  });
}

function permissionsOf(role: Role): string[] {
  switch (role) {
    case "analyst":
      return ["view_base_reports", "export_events", "export_users"];
    case "events_only":
      return ["view_base_reports", "export_events"];
    case "consumer":
      return ["view_base_reports"];
  }
}
