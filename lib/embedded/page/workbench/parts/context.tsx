/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Workbench } from "../state/workbench.ts";

export const WorkbenchContext = createContext<Workbench | undefined>(undefined);

/** What the page knows and does. */
export function useWorkbench(): Workbench {
  return useContext(WorkbenchContext)!;
}
