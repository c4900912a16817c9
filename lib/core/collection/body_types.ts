import type { Origin, Text } from "../source/origin.ts";

/** One pair of a form. */
export interface FormField {
  /** Name, as shown to people. */
  readonly name: Text;
  /** A template. */
  readonly value: Text;
  /** Whether it is left out. */
  readonly disabled: boolean;
}

/** One part of a multipart form; a file part has one or more paths. */
export interface MultipartField {
  /** Name, as shown to people. */
  readonly name: Text;
  /** Its type. */
  readonly type: "text" | "file";
  /** Text parts: exactly one. File parts: the paths. */
  readonly values: readonly Text[];
  /** Content type of the part. */
  readonly contentType?: Text;
  /** Whether it is left out. */
  readonly disabled: boolean;
}

/** The selected variant of a request's body. */
export type Body =
  & {
    /** `false`: sent as written. Default true. */
    readonly interpolate: boolean;
    /** Whether nothing goes out in place of what is empty: a body, or GraphQL's variables. */
    readonly omitEmpty?: true;
    readonly at: Origin;
  }
  & (
    | {
      readonly type: "json" | "text" | "xml" | "sparql";
      readonly data: Text;
    }
    | {
      readonly type: "form-urlencoded";
      readonly fields: readonly FormField[];
      /** How blanks are written: `%20` for what a script gives as an object, else `+`. */
      readonly blanks?: "%20";
    }
    | {
      readonly type: "multipart-form";
      readonly fields: readonly MultipartField[];
    }
    | {
      readonly type: "file";
      /** Empty where no file is named: there is no body then. */
      readonly path: Text;
      readonly contentType?: Text;
    }
    | {
      readonly type: "graphql";
      readonly query: Text;
      readonly variables?: Text;
      /** Further members that a script gives, such as `operationName`, as the JSON of an object. */
      readonly others?: Text;
    }
  );
