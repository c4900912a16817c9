export { renderAuth } from "./render_auth.ts";
export { renderBody } from "./render_body.ts";

/** What renders the parts that only some requests have. */
export type PartRenderers = typeof import("./part_renderers.ts");
