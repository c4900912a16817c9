import type { HostAnswer, HostQuestion } from "../../request/policy.ts";

/** Asks the person at the terminal whether a host may be connected to; undefined without a terminal. */
export function hostAsker():
  | ((question: HostQuestion) => Promise<HostAnswer>)
  | undefined {
  if (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal()) return undefined;
  return (question) => Promise.resolve(askHost(question));
}

function askHost({ host, request }: HostQuestion): HostAnswer {
  const who = request === undefined ? "A request" : `"${request}"`;
  const answer = prompt(
    `${who} wants to connect to ${host}, which is not declared. Allow it? [o]nce, for this [r]un, [n]o:`,
  );
  switch (answer?.trim().toLowerCase()) {
    case "o":
    case "once":
      return "once";
    case "r":
    case "run":
      return "run";
    default:
      return "no";
  }
}
