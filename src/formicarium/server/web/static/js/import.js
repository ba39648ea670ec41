// @ts-check
/** Opening a record file. */

import { need } from "./dom.js";
import { wireForm } from "./forms.js";

/** @typedef {import("./api.js").MadeTable} MadeTable */

const form = need("import", HTMLFormElement);
const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("text"));

need("file", HTMLInputElement).addEventListener("change", async (event) => {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (file) text.value = await file.text();
});

wireForm(form, () => ({ address: "/api/records", body: { text: text.value } }), (/** @type {MadeTable} */ made) => `/table/${made.id}/replay`);
