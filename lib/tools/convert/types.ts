import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { AccountCounts } from "./counts.ts";
import type {
  FileDefaults,
  FileRequest,
  FileVariable,
} from "./open_collection.ts";

/** What `brace import` reads. */
export const IMPORT_KINDS = [
  "bru",
  "postman",
  "openapi",
  "insomnia",
  "curl",
  "http",
  "har",
] as const;

/** The name of a format that is read. */
export type ImportKind = typeof IMPORT_KINDS[number];

/** What is imported: one text, or the files of a folder. */
export interface ImportSource {
  /** As the user wrote it: a path, a URL, `-`. */
  readonly name: string;
  /** The name of a folder, also where it is written as `.` or `..`. */
  readonly folder?: string;
  /** The URL that a document came from in the end, after redirects. */
  readonly location?: string;
  /** Texts by path relative to the folder; a single file by its name. */
  readonly files: ReadonlyMap<string, string>;
  /** The file that was named; absent for a folder. */
  readonly main?: string;
  /** The folder of the collection that it is a part of; absent: it is none. */
  readonly partOf?: string;
  /** Paths of a folder's further files, whose texts are not read. */
  readonly others?: ReadonlySet<string>;
  /**
   * The text of another file or URL that a document refers to, by its resolved
   * name, and its URL after redirects; a refusal is a diagnostic.
   */
  readonly readReference?: (
    reference: string,
  ) => Promise<{ text: string; url?: string } | { diagnostic: Diagnostic }>;
  /** Whether a path that the source names leads to a file, from where the source is. */
  readonly hasFile?: (path: string) => boolean;
  /** What the reader of the source has to say. */
  readonly notes?: readonly ImportNote[];
}

/** What an import is asked for besides its source. */
export interface ImportOptions {
  /** OpenAPI: tests of the responses' schemas. */
  readonly withTests?: boolean;
  /** OpenAPI: the client of OAuth 2 although the document's token operation does without. */
  readonly withClients?: boolean;
  /** The collection goes into the source's own folder: the modules of scripts stay there as they are. */
  readonly isInPlace?: boolean;
  /** Whether the folder that the collection goes to has a file already. Default: it is empty. */
  readonly isThere?: (path: string) => boolean;
}

/** A place in the source: a file, a path in it or a line. */
export interface SourcePlace {
  readonly file: string;
  /** Such as `item[3].request.auth`. */
  readonly path?: string;
  readonly line?: number;
}

/** Something that did not come over as it was. */
export interface ImportNote {
  /** `changed`: it means the same, written otherwise; `person`: someone has to look at it. */
  readonly kind: "changed" | "person";
  /** What, and what to do: one line. */
  readonly message: string;
  /** What of the collection it is about, such as `the folder "Users"`. */
  readonly about?: string;
  readonly source?: SourcePlace;
  /** The item it is in, whose file the report names. */
  readonly item?: ImportedItem;
  /** All items that it is about, if there are several; `item` is the first. */
  readonly items?: readonly ImportedItem[];
  /** A value of an environment that a person has to replace: the note holds as long as it is there. */
  readonly placeholder?: {
    readonly environment: string;
    readonly value: string;
  };
  /** A file that belongs in the collection's folder: the note holds as long as it is not there. */
  readonly lackedFile?: string;
  /** Whether the source says something wrong: the note holds as long as it does. */
  readonly isMistake?: boolean;
  /** How many things of the source are not written, which this note names. */
  readonly lost?: Partial<AccountCounts>;
  /** How many things of the source are written as a part of another one. */
  readonly merged?: Partial<AccountCounts>;
}

/** A folder of the source. */
export interface ImportedFolder {
  readonly kind: "folder";
  readonly name: string;
  readonly docs?: string;
  readonly defaults?: FileDefaults;
  readonly items: readonly ImportedItem[];
  readonly tags?: readonly string[];
  readonly seq?: number;
  /** Name of the folder on the disk, where the source has one. */
  readonly fileName?: string;
  /** Its path in the source, where settings name items by their paths. */
  readonly path?: string;
}

/** A request of the source. */
export interface ImportedRequest {
  readonly kind: "request";
  readonly request: FileRequest;
  /** File name without its extension, where the source has one. */
  readonly fileName?: string;
  /** Its path in the source, where settings name items by their paths. */
  readonly path?: string;
}

/** What a collection or a folder holds, in the source's order. */
export type ImportedItem = ImportedFolder | ImportedRequest;

/** An environment of the source. */
export interface ImportedEnvironment {
  readonly name: string;
  /** Whether its variables are global ones: requests see them whatever is selected. */
  readonly isGlobal?: boolean;
  readonly variables: readonly FileVariable[];
  /** `externalSecrets`: where a store has values. */
  readonly stored?: unknown;
  readonly docs?: string;
  readonly color?: string;
}

/** A value that was taken out of the files, and the variable that stands for it. */
export interface ImportedSecret {
  /** The name in `.env`. */
  readonly env: string;
  readonly value: string;
  /** True for a line of the source's own `.env` that nothing tells to be a secret. */
  readonly isPlain?: boolean;
  /** True for a variable of the process that the source reads, so that it can have no value of it. */
  readonly isOfProcess?: boolean;
}

/** Where a value was taken out. */
export interface FoundSecret {
  /** Such as `body of Users/Login`. */
  readonly place: string;
  /** What the value is called there. */
  readonly name: string;
  /** The name in `.env`. */
  readonly env: string;
  /** Whether `.env` needs the value percent-encoded, because it goes out as it is. */
  readonly isEncoded?: boolean;
}

/** The same where the files have a variable without a value, and no entry of `.env`. */
export interface ReplacedSecret extends Omit<FoundSecret, "env"> {
  readonly variable: string;
}

/** What tells which requests cannot be made. */
export interface UnmadeRequest {
  /** The name of its operation; absent: all requests of the path. */
  readonly operation?: string;
  /** The path as a URL has it; absent: of all paths. */
  readonly path?: string;
}

/** A collection as it was read from another format. */
export interface Imported {
  readonly name: string;
  readonly version?: string;
  readonly docs?: string;
  readonly defaults?: FileDefaults;
  /** `config` of `opencollection.yml`. */
  readonly config?: Record<string, unknown>;
  readonly extensions?: Record<string, unknown>;
  readonly items: readonly ImportedItem[];
  readonly environments: readonly ImportedEnvironment[];
  readonly secrets: readonly ImportedSecret[];
  /** Values that were taken out because of their names, and where. */
  readonly found?: readonly FoundSecret[];
  /** Files of the source's folder that go along as they are, by their paths there. */
  readonly copies?: readonly string[];
  /** Texts of those that scripts require, by their paths there: code and JSON. */
  readonly modules?: ReadonlyMap<string, string>;
  /** What is written instead of those that have secrets. */
  readonly hiddenCopies?: ReadonlyMap<string, string>;
  /** Texts of further files that the source holds, by their paths in the collection. */
  readonly texts?: ReadonlyMap<string, string>;
  readonly notes: readonly ImportNote[];
  /** What the source holds, counted in its own form. */
  readonly counts: AccountCounts;
  /** What comes into the files and is not in the source, such as variables for secrets. */
  readonly added?: Partial<AccountCounts>;
  /**
   * True where the source runs its items in their order, folders and requests
   * mixed: the folders say so where Brace's own order differs.
   */
  readonly keepOrder?: boolean;
  /** True where `brace import --update` is to find out what a person edited. */
  readonly isFollowed?: boolean;
  /** Requests that the source has, but that cannot be made now. */
  readonly unmade?: readonly UnmadeRequest[];
  /** True where folders without a number in the source are to have none. */
  readonly keepSeq?: boolean;
}

/** What reading a source gives: a collection, or why there is none. */
export interface ImportResult {
  readonly value?: Imported;
  readonly diagnostics: readonly Diagnostic[];
}
