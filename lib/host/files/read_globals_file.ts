import {
  type GlobalsReading,
  readGlobals,
} from "../../core/collection/read_globals.ts";
import { describeFileError } from "./describe_file_error.ts";
import { fileBytes } from "./file_bytes.ts";
import { decodeText } from "./read_text.ts";

/** Reads the variables of `--global-env`. */
export function readGlobalsFile(file: string): GlobalsReading {
  let text: string;
  try {
    text = decodeText(fileBytes(file));
  } catch (error) {
    return {
      variables: [],
      diagnostics: [describeFileError("read", file, error)],
    };
  }
  return readGlobals(file, text);
}
