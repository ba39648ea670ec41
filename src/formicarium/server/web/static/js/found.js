// @ts-check
/** The list of tournaments, with its times; and founding a club. */

import { need } from "./dom.js";
import { wireForm } from "./forms.js";
import { showTimes } from "./times.js";

const form = need("found", HTMLFormElement);

wireForm(
  form,
  () => ({ address: "/api/clubs", body: { ...Object.fromEntries(new FormData(form)), silent: need("silent", HTMLInputElement).checked } }),
  (/** @type {{ link: string }} */ made) => made.link,
);
showTimes(document);
