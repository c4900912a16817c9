import type { Text } from "../source/origin.ts";
import type { Body } from "./body_types.ts";

/** The paths of the files that a body sends. */
export function bodyPaths(body: Body | undefined): Text[] {
  switch (body?.type) {
    case "file":
      return body.path.text === "" ? [] : [body.path];
    case "multipart-form":
      return body.fields.filter(({ type, disabled }) =>
        type === "file" && !disabled
      ).flatMap(({ values }) => values);
    default:
      return [];
  }
}
