import { type Json, members } from "../json.ts";
import type { FileDefaults } from "../open_collection.ts";
import { authBlocks, authWord } from "./bru_auth.ts";
import { writeBlocks } from "./bru_blocks.ts";
import { block, pair, type Say, shownName } from "./bru_text.ts";

/** `collection.bru` and `folder.bru`: what a level hands down. */
export function bruLevel(
  defaults: FileDefaults | undefined,
  { name, seq, docs }: { name?: string; seq?: number; docs?: string },
  say: Say,
): string {
  // `none` there is no word: Bruno looks further up.
  const auth = defaults?.auth === "none" || isNone(defaults?.auth)
    ? undefined
    : defaults?.auth;
  if (defaults?.settings !== undefined) {
    say("Its settings are left out: in .bru files each request has its own");
  }
  const made = {
    ...(name !== undefined && {
      meta: [block("meta", [
        ...metaName(name, say),
        ...(seq === undefined ? [] : pair("seq", String(seq), say)),
      ])],
    }),
    ...(auth !== undefined && {
      auth: [block("auth", pair("mode", authWord(auth), say))],
      ...authBlocks(auth, say),
    }),
  };
  const parts = { request: defaults, docs };
  return writeBlocks("level", { parts, made }, say).join("\n");
}

/** The name of an item, on one line. */
export function metaName(name: string, say: Say): string[] {
  const line = name.replace(/\s*[\r\n]+\s*/g, " ");
  if (line !== name) {
    say(
      `The name "${
        shownName(name)
      }" is written on one line: .bru files cannot hold another`,
    );
  }
  return pair("name", line, say);
}

/** True for auth that says there is none. */
export function isNone(auth: Json): boolean {
  return auth === "none" || members(auth).type === "none";
}
