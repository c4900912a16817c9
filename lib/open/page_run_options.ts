import type { GlobalsFile } from "../host/files/env_files_of.ts";
import type { RunCollectionOptions } from "../host/run/collection_options.ts";

/** Options of every run of the page, and where a file gives them. */
export type PageRunOptions = RunCollectionOptions & GlobalsFile;
