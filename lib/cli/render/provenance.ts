import { filesBefore } from "../../core/collection/inherit.ts";
import type { Insertion } from "../../core/http/insertion.ts";
import type {
  JsonInsertion,
  JsonRequest,
} from "../../tools/report/provenance/provenance_json.ts";
import {
  type MaskedPart,
  maskedPart,
  type MaskedRequest,
  maskedRequest,
} from "../../tools/report/provenance/masked_request.ts";
import {
  provenanceLines,
  shownMessageLines,
} from "../../tools/report/provenance/provenance_lines.ts";
import {
  messageJson,
  provenanceJson,
} from "../../tools/report/provenance/provenance_json.ts";
import { collectDiagnostic } from "../../tools/report/collect/collect_diagnostic.ts";
import type { CollectedDiagnostic } from "../../tools/report/collect/types.ts";
import type { RenderedTurn } from "../../core/request/render_messages.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { turnTitle } from "./turn_title.ts";
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

/** A request that is to be shown with the values in it. */
export interface ShownRequest extends SignedMessage {
  /** What it does with its stream; absent: nothing. */
  readonly turns?: readonly RenderedTurn[];
}

/** What it is shown with. */
interface Surroundings {
  readonly masker: Masker;
  readonly locator: Locator;
}

/** The lines of `brace render --provenance`. */
export async function provenanceText(
  shown: ShownRequest,
  { style, ...around }: Surroundings & { readonly style: Style },
): Promise<string[]> {
  const { masked, turns, locate } = await prepare(shown, around);
  const { masker } = around;
  const { added } = shown.message;
  return [
    ...provenanceLines(masked, {
      style,
      locate,
      ...added && {
        added: escapeControls(masker.maskText(addedLine(added))),
      },
    }),
    ...turns.flatMap(({ turn, part }) => [
      "",
      style.dim(escapeControls(masker.maskText(turnTitle(turn)))),
      ...(part ? shownMessageLines(part, { style, locate }) : []),
    ]),
  ];
}

/** A message of a request. */
interface JsonMessage {
  readonly title: string;
  readonly type: string;
  readonly data: string;
  readonly insertions: readonly JsonInsertion[];
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
  /** Files whose before-request scripts a run starts first: none ran here. Absent: there are none. */
  readonly scripts?: readonly string[];
  /** Errors and warnings; a request with an error has no texts. */
  readonly diagnostics: readonly CollectedDiagnostic[];
  /** The messages that it sends over its stream; absent: none. */
  readonly messages?: readonly JsonMessage[];
}

/** A request as `brace render --format json` writes it. */
export async function requestJson(
  { value, diagnostics }: {
    readonly value?: ShownRequest;
    readonly diagnostics: readonly Diagnostic[];
  },
  { collection, folders, item, iteration }: Step,
  around: Surroundings,
): Promise<JsonStep> {
  const { name, path, at: { file } } = item;
  const located = await around.locator.locate(diagnostics);
  const scripts = item.kind === "request"
    ? filesBefore(collection, folders, item)
    : [];
  const about = {
    name,
    path,
    file,
    iteration,
    ...scripts.length > 0 && { scripts },
    diagnostics: located.map((it) => collectDiagnostic(it, around.masker)),
  };
  if (value === undefined) return about;
  const { masked, turns, locate } = await prepare(value, around);
  const { added } = value.message;
  const { maskText } = around.masker;
  const messages = turns.flatMap(({ turn, part }): JsonMessage[] => {
    if (turn.kind !== "message" || part === undefined) return [];
    const { title, message: { type } } = turn;
    return [{ title, type, ...messageJson(part, locate) }];
  });
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
    ...(messages.length > 0 && { messages }),
  };
}

async function prepare(
  { request, message, turns = [] }: ShownRequest,
  { masker, locator }: Surroundings,
): Promise<{
  masked: MaskedRequest;
  /** With the text of each message; bytes as base64. */
  turns: { turn: RenderedTurn; part?: MaskedPart }[];
  locate: (insertion: Insertion) => Location | undefined;
}> {
  const { insertions = [], authHeaders } = request;
  const masked = maskedRequest(
    { ...message, authHeaders, insertions },
    masker,
  );
  const places = new InsertionPlaces(locator);
  const all = turns.flatMap((turn) =>
    turn.kind === "message" ? turn.message.insertions ?? [] : []
  );
  await places.find([...insertions, ...all]);
  return {
    masked,
    turns: turns.map((turn) => {
      if (turn.kind === "step") return { turn };
      const { data, insertions = [] } = turn.message;
      const text = typeof data === "string" ? data : data.toBase64();
      return { turn, part: maskedPart(text, insertions, masker) };
    }),
    locate: (insertion) => places.locate(insertion),
  };
}
