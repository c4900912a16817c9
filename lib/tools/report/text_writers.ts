// The reports that people read as text share most of their code: they are loaded together.
export { githubReport } from "./github/github.ts";
export { markdownReport } from "./markdown.ts";
export { tapReport } from "./tap.ts";
