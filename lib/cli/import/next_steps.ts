import type { SelfCheck } from "./self_check.ts";

/** A command that goes on from an import, and why where it does not say so itself. */
export interface NextStep {
  readonly command: string;
  readonly why?: string;
}

/** What has to be done before the first run, and the run. */
export function nextSteps(
  { folder, program, environment, requests, needsEnv, check }: {
    folder: string;
    program: string;
    /** The environment to run with; absent: there is none. */
    environment: string | undefined;
    requests: number;
    /** Whether secrets wait for their values in `.env`. */
    needsEnv: boolean;
    check: SelfCheck;
  },
): NextStep[] {
  const word = shellWord(folder);
  const inside = (name: string) => shellWord(`${folder}/${name}`);
  const steps: NextStep[] = [];
  if (needsEnv) {
    steps.push({
      command: `cp ${inside(".env.example")} ${inside(".env")}`,
      why: "and fill it in",
    });
  }
  if (check.blocking > 0) {
    steps.push({
      command: `${program} check ${word}`,
      why: `and mend what stops a run: ${check.blocking} error${
        check.blocking === 1 ? "" : "s"
      }`,
    });
  }
  if (requests === 0) {
    steps.push({
      command: `cp ${inside("environments/*.yml")} COLLECTION/environments`,
      why: "no request is in it: put the environments into a collection",
    });
    return steps;
  }
  const vars = check.undefined.map((name) => ` --var ${shellWord(name)}=…`);
  steps.push({
    command: `${program} run ${word}${
      environment === undefined ? "" : ` --env ${shellWord(environment)}`
    }${vars.join("")}`,
    ...(vars.length > 0 && {
      why: "with values for what has none, or write them into an environment",
    }),
  });
  return steps;
}

/** The command that shows what was found. */
export function checkCommandLine(program: string, folder: string): string {
  return `${program} check ${shellWord(folder)}`;
}

/** A word as a shell takes it. */
function shellWord(text: string): string {
  if (/^[\w./:@*-]+$/.test(text) && !text.startsWith("-")) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
