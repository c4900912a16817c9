import type { SelfCheck } from "./self_check.ts";

/** A command that goes on from an import, and why where it does not say so itself. */
export interface NextStep {
  readonly command: string;
  readonly why?: string;
}

/** What has to be done before the first run, and the run. */
export function nextSteps(
  { folder, program, requests, needsEnv, check }: {
    folder: string;
    program: string;
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
  const [first, ...others] = check.blocking;
  if (first !== undefined) {
    steps.push({
      command: `${program} check ${word}`,
      why: `and mend what stops a run: ${first}${
        others.length === 0 ? "" : `, and ${others.length} more`
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
      check.environment === undefined
        ? ""
        : ` --env ${shellWord(check.environment)}`
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
  if (text.startsWith("-")) return shellWord(`./${text}`);
  if (/^[\w./:@*-]+$/.test(text)) return text;
  // Shells of Windows know double quotes alone.
  if (!/["$`\\!%]/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
