// The button that changes the language of all pages. The choice is kept in a cookie, because the server writes the pages.
// @ts-check
import { base, byId } from "./common.js";

byId("language").addEventListener("click", () => {
  const other = document.documentElement.lang === "de" ? "en" : "de";
  document.cookie = `language=${other}; path=${base || "/"}; max-age=31536000; SameSite=Lax`;
  location.reload();
});
