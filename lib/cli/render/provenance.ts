import type { Insertion } from "../../core/http/insertion.ts";
import type { JsonRequest } from "../../tools/report/provenance/provenance_json.ts";
import {
  type MaskedRequest,
  maskedRequest,
} from "../../tools/report/provenance/masked_request.ts";
import { provenanceLines } from "../../tools/report/provenance/provenance_lines.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { provenanceJson } from "../../tools/report/provenance/provenance_json.ts";
import { collectDiagnostic } from "../../tools/report/collect/collect_diagnostic.ts";
import type { CollectedDiagnostic } from "../../tools/report/collect/types.ts";
import type { Step } from "../../core/plan/types.ts";
import type { Style } from "../../tools/report/style.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic, Location } from "../../core/source/diagnostic.ts";
import { InsertionPlaces } from "../../host/locate/insertion_places.ts";
import type { Locator } from "../../host/locate/locator.ts";
import {
  type AddedAuth,
  addedLine,
  type SignedMessage,
} from "./wire_message.ts";

/** What it is shown with. */
interface Surroundings {
  readonly masker: Masker;
  readonly locator: Locator;
}

/** The lines of `brace render --provenance`. */
export async function provenanceText(
  shown: SignedMessage,
  { style, ...around }: Surroundings & { readonly style: Style },
): Promise<string[]> {
  const { masked, locate } = await prepare(shown, around);
  const { added } = shown.message;
  return provenanceLines(masked, {
    style,
    locate,
    ...added && {
      added: escapeControls(around.masker.maskText(addedLine(added))),
    },
  });
}

/** A step of `brace render --format json`. */
interface JsonStep extends Partial<JsonRequest> {
  /** What auth adds when the request is sent. */
  readonly added?: AddedAuth;
  readonly name: string;
  readonly path: string;
  readonly file: string;
  /** From 0. */
  readonly iteration: number;
  /** Errors and warnings; a request with an error has no texts. */
  readonly diagnostics: readonly CollectedDiagnostic[];
}

/** A request as `brace render --format json` writes it. */
export async function requestJson(
  { value, diagnostics }: {
    readonly value?: SignedMessage;
    readonly diagnostics: readonly Diagnostic[];
  },
  { item, iteration }: Step,
  around: Surroundings,
): Promise<JsonStep> {
  const { name, path, at: { file } } = item;
  const located = await around.locator.locate(diagnostics);
  const about = {
    name,
    path,
    file,
    iteration,
    diagnostics: located.map((it) => collectDiagnostic(it, around.masker)),
  };
  if (value === undefined) return about;
  const { masked, locate } = await prepare(value, around);
  const { added } = value.message;
  const { maskText } = around.masker;
  return {
    ...about,
    ...provenanceJson(masked, locate),
    ...added && {
      added: {
        place: added.place,
        name: maskText(added.name),
        value: maskText(added.value),
      },
    },
  };
}

async function prepare(
  { request, message }: SignedMessage,
  { masker, locator }: Surroundings,
): Promise<{
  masked: MaskedRequest;
  locate: (insertion: Insertion) => Location | undefined;
}> {
  const { insertions = [], authHeaders } = request;
  const masked = maskedRequest(
    { ...message, authHeaders, insertions },
    masker,
  );
  const places = new InsertionPlaces(locator);
  await places.find(insertions);
  return { masked, locate: (insertion) => places.locate(insertion) };
}
