import { jsonTextOf, members, type RawJson } from "../json.ts";

/** How a request is sent: in version 5 under `settings`, in version 4 beside the rest. */
export interface InsomniaSettings {
  /** What Brace's file says; empty where nothing differs from its defaults. */
  readonly settings: Record<string, unknown>;
  /** Insomnia encodes the URL. */
  readonly encodesUrl: boolean;
  /** Insomnia evaluates what stands in the body. */
  readonly rendersBody: boolean;
  readonly notes: readonly string[];
}

/** Reads the settings of a request. */
export function insomniaSettings(
  request: Record<string, RawJson>,
  { hasCookieHeader }: { hasCookieHeader: boolean },
): InsomniaSettings {
  const own = members(request.settings);
  const cookies = members(own.cookies);
  const redirects = request.settingFollowRedirects ?? own.followRedirects;
  const sends = request.settingSendCookies ?? cookies.send;
  const stores = request.settingStoreCookies ?? cookies.store;
  const encodes = request.settingEncodeUrl ?? own.encodeUrl;
  const rebuilds = request.settingRebuildPath ?? own.rebuildPath;
  const notes: string[] = [];
  if (sends === false && hasCookieHeader) {
    notes.push(
      "Insomnia sends its own header Cookie only, Brace also the cookies of the run: use brace run --no-cookies",
    );
  }
  if (stores === false) {
    notes.push(
      "Insomnia does not keep the cookies of its response, Brace does: clear them in a script (client.cookies), or use brace run --no-cookies",
    );
  }
  const url = jsonTextOf(request.url) ?? "";
  if (rebuilds !== false && /\/\.{1,2}(?:[/?#]|$)/.test(url)) {
    notes.push(
      `Insomnia resolves "." and ".." in the path, Brace sends them: write the path without them`,
    );
  }
  return {
    settings: {
      ...(redirects === "off" && { followRedirects: false }),
      ...(redirects === "on" && { followRedirects: true }),
      ...(encodes === false && { encodeUrl: false }),
      ...(sends === false && !hasCookieHeader && { omitHeaders: ["Cookie"] }),
    },
    encodesUrl: encodes !== false,
    rendersBody: request.settingDisableRenderRequestBody !== true &&
      own.renderRequestBody !== false,
    notes,
  };
}
