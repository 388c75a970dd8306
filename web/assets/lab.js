// The battleland lab: a script, a seed, the boards they give.
// @ts-check
import { ask, byId, el, toast } from "./common.js";
import { calmly, showFindings } from "./findings.js";

const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const seed = /** @type {HTMLInputElement} */ (byId("seed"));
const count = /** @type {HTMLSelectElement} */ (byId("count"));
const example = /** @type {HTMLSelectElement} */ (byId("example"));

const roll = calmly(async () => {
  try {
    const seen = await ask("/api/lab", { text: text.value, seed: Number(seed.value) || 0, count: Number(count.value) });
    showFindings(byId("findings"), seen.findings, text);
    if (seen.picture) byId("board").innerHTML = seen.picture;
    const files = Object.entries(seen.files ?? {}).map(([name, content]) => el("a", { class: "button", download: name, href: URL.createObjectURL(new Blob([String(content)])) }, `Save ${name}`));
    byId("downloads").replaceChildren(...files);
  } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
}, 150);

/** @param {number} step */
const next = (step) => { seed.value = String((Number(seed.value) || 0) + step); roll(); };
byId("previous").addEventListener("click", () => next(-1));
byId("next").addEventListener("click", () => next(1));
for (const field of [text, seed, count]) field.addEventListener("input", roll);
async function load() {
  text.value = (await ask(`/api/maps/${encodeURIComponent(example.value)}`)).text;
  roll();
}
example.addEventListener("change", load);
load().catch((error) => toast(error.message));
