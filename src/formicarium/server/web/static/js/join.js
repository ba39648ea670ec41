// @ts-check
/** Taking the seat of an invitation. */

import { need } from "./dom.js";
import { wireForm } from "./forms.js";
import { pageData } from "./page.js";

const { table, seat, invite } = pageData();
const form = need("join", HTMLFormElement);

wireForm(
  form,
  () => {
    const name = String(new FormData(form).get("name") ?? "").trim();
    return { address: `/api/tables/${table}/seats/${seat}`, body: { do: "join", invite: invite || null, name: name || null } };
  },
  () => `/table/${table}`,
);
