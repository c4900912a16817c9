/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { PageData } from "../../tools/report/html/types.ts";
import { Icon } from "./icon.tsx";

/** Whether the run passed, in a word or two. */
export function Verdict({ data }: { readonly data: PageData }) {
  const [word, status] = verdictOf(data);
  return (
    <span class={`verdict ${status}`}>
      <Icon name={status} />
      {word}
    </span>
  );
}

function verdictOf(
  { exitCode, summary }: PageData,
): [word: string, status: "passed" | "failed" | "errored"] {
  if (summary.interrupted) return ["Interrupted", "errored"];
  if (exitCode === 0) return ["Passed", "passed"];
  return ["Failed", "failed"];
}
