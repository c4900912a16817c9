/** What a collection's files are about. */
export const FILE_KINDS = [
  "collection",
  "folder",
  "request",
  "environment",
] as const;

/** What a collection's file is about. */
export type FileKind = typeof FILE_KINDS[number];
