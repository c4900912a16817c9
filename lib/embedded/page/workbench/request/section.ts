import type { Json } from "../api.ts";
import { at } from "../state/json_edit.ts";

/** The part of a request's document that says what is sent. */
export type Section = "http" | "graphql" | "websocket" | "grpc";

const SECTIONS: readonly Section[] = ["http", "graphql", "websocket", "grpc"];

/** The section that a request has, or that its type asks for. */
export function sectionOf(document: Json | undefined): Section {
  const type = at(document, ["info", "type"]);
  return SECTIONS.find((it) => at(document, [it]) !== undefined) ??
    SECTIONS.find((it) => it === type) ?? "http";
}
