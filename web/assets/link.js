// Links that carry a whole map as its packed text, comments and notes included. Share codes of the command line are read too.
// @ts-check
import { ask } from "./common.js";

const PACKED = "hxg1.";

/** @param {string} text */
export async function linkOf(text) {
  const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
  return PACKED + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text behind a link: packed, a share code, or the name of a shipped map. @param {string} name */
export async function textOf(name) {
  if (!name.startsWith(PACKED)) return (await ask(`/api/maps/${encodeURIComponent(name)}`)).text;
  try {
    const bytes = Uint8Array.from(atob(name.slice(PACKED.length).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  } catch { throw new Error("this link is damaged: the map in it cannot be read"); }
}
