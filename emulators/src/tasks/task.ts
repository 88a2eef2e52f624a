interface HttpRequest {
  readonly url?: string;
  readonly httpMethod: string;
  readonly headers: Record<string, string>;
  /** Base64. */
  readonly body?: string;
}

export interface Task {
  readonly name: string;
  readonly httpRequest: HttpRequest;
  readonly createTime: string;
  readonly dispatchDeadlineMs: number;
  /** When the next attempt is due, in milliseconds since 1970. */
  dueAt: number;
  dispatchCount: number;
  responseCount: number;
  firstAttemptAt?: number;
  lastStatus?: number;
}

export const queueOf = (taskName: string) => taskName.replace(/\/tasks\/.*$/, "");
export const shortName = (name: string) => name.slice(name.lastIndexOf("/") + 1);

/** A task as shown by the REST API: without its body, as in the BASIC view. */
export const taskView = (task: Task) => ({
  name: task.name,
  httpRequest: {
    url: task.httpRequest.url,
    httpMethod: task.httpRequest.httpMethod,
    headers: task.httpRequest.headers,
  },
  scheduleTime: new Date(task.dueAt).toISOString(),
  createTime: task.createTime,
  dispatchDeadline: `${task.dispatchDeadlineMs / 1000}s`,
  dispatchCount: task.dispatchCount,
  responseCount: task.responseCount,
});
