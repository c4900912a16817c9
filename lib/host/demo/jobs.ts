import type { Echo } from "./echo.ts";
import { notAllowed, problem, respond } from "./respond.ts";

/** How often a job is asked for until it is done. */
const ASKED_UNTIL_DONE = 3;

/** Jobs that take a while: each is done when it is asked for the third time. */
export function createJobs(): (request: Echo, id?: string) => Response {
  const asked: number[] = [];
  return (request, id) => {
    if (id === undefined) {
      if (request.method !== "POST") return notAllowed(request, "POST");
      const job = asked.push(0);
      return respond(202, { id: job, status: "running" }, {
        location: `${request.path}/${job}`,
      });
    }
    const index = Number(id) - 1;
    if (!(index in asked)) return problem(404, `there is no ${request.path}`);
    if (request.method !== "GET") return notAllowed(request, "GET");
    const status = ++asked[index] < ASKED_UNTIL_DONE ? "running" : "done";
    return respond(200, { id: index + 1, status });
  };
}
