// The Terra Mystica viewer: a snapshot or log, its findings and its picture.
// @ts-check
import { ask, byId, toast } from "./common.js";
import { calmly, showFindings } from "./findings.js";

const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const example = /** @type {HTMLSelectElement} */ (byId("example"));
const show = calmly(async () => {
  try {
    const seen = await ask("/api/terra", { text: text.value });
    showFindings(byId("findings"), seen.findings, text);
    if (seen.picture) byId("board").innerHTML = seen.picture;
  } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
});
text.addEventListener("input", show);
async function load() {
  text.value = (await ask(`/api/maps/${encodeURIComponent(example.value)}`)).text;
  show();
}
example.addEventListener("change", load);
load().catch((error) => toast(error.message));
