// Copying a link.
// @ts-check
import { el, toast } from "./common.js";
import { words } from "./words.js";

/** Copies a link and says so. Pages that came over plain http have no clipboard: there the old way is tried, and if the
 * browser refuses that too the link is shown, chosen, for the person to copy. @param {string} link */
export async function copyLink(link) {
  const copied = navigator.clipboard ? await navigator.clipboard.writeText(link).then(() => true, () => false) : false;
  if (copied) return toast(words.text("notice.copied"));
  const field = el("input", { readonly: true, value: link, "aria-label": words.text("notice.link"), style: "width:100%" });
  const dialog = el("dialog", { "aria-label": words.text("notice.copy-title"), onclose: () => dialog.remove() }, el("div", { class: "stack" },
    el("p", {}, words.text("notice.copy")), field, el("form", { method: "dialog" }, el("button", {}, words.text("notice.close")))));
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
  field.select();
  if (!document.execCommand("copy")) return;
  dialog.close();
  toast(words.text("notice.copied"));
}
