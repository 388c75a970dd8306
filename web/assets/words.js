// The words of this page: those of the game it shows and those of all pages, loaded before anything is drawn.
// @ts-check
import { Speaker } from "./say.js";

export const words = await Speaker.load(document.body.dataset.kind || "pages");
