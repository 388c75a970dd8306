// Keeps the shell of the site on the device, so that without a network a page says so.
// @ts-check
import { base } from "./common.js";

if ("serviceWorker" in navigator) navigator.serviceWorker.register(`${base}/sw.js`).catch(() => { /* pages over plain http have none */ });
