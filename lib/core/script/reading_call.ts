import type { ScopeName } from "../scope/names.ts";

const CALLS: Readonly<Record<ScopeName, string>> = {
  runtime: "client.getVar",
  data: "client.runner.iterationData.get",
  request: "client.getRequestVar",
  folder: "client.getFolderVar",
  environment: "client.getEnvVar",
  collection: "client.getCollectionVar",
  global: "client.getGlobalEnvVar",
};

/** Where a variable that no runtime variable hides is, and the call that reads it. */
export function otherwiseRead(name: string, scope: ScopeName): string {
  const kind = scope === "data"
    ? "a column of the data"
    : `${scope === "environment" ? "an" : "a"} ${scope} variable`;
  return `"${name}" is ${kind} (write ${readingCall(name, scope)})`;
}

/** What is wrong where `getVar` asks for a variable of another scope. */
export function unreadByGetVar(name: string, scope: ScopeName): string {
  return `Cannot read "${name}" with getVar, which reads runtime variables: ${
    otherwiseRead(name, scope)
  }`;
}

/** The call that reads a variable of a scope in a script. */
export function readingCall(name: string, scope: ScopeName): string {
  return `${CALLS[scope]}("${name}")`;
}
