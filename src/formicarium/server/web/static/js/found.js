// @ts-check
/** Founding a club. */

import { need } from "./dom.js";
import { wireForm } from "./forms.js";

const form = need("found", HTMLFormElement);

wireForm(
  form,
  () => ({ address: "/api/clubs", body: Object.fromEntries(new FormData(form)) }),
  (/** @type {{ link: string }} */ made) => made.link,
);
