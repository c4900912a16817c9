/** How a request or a level authenticates, as the files of a collection write it. */
export type WrittenAuth = "inherit" | "none" | {
  type: string;
  [field: string]: unknown;
};

/** An auth, and what has to be said of it. */
export interface PostmanAuth {
  readonly auth?: WrittenAuth;
  readonly notes?: readonly string[];
  /** What an import leaves out and Postman does not use. */
  readonly leftOut?: string;
}

/** PostmanFields by Postman's names. */
export type PostmanFields = Readonly<Record<string, unknown>>;
