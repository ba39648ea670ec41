// @ts-check
/** The sprites of a game: fetched once and put into the page, so that the theme of the page colours them. */

/**
 * How far each sprite can be touched from its centre.
 * @typedef {Map<string, number>} Reach
 */

/**
 * Put the sheet into the page; the ids of its parts begin with the prefix.
 * @param {string} address
 * @param {string} prefix
 * @returns {Promise<Reach>}
 */
export async function loadSheet(address, prefix) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the sheet ${address} answered ${response.status}`);
  const sheet = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  rename(sheet, prefix);
  sheet.setAttribute("class", "sheet");
  sheet.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(sheet, true));
  /** @type {Reach} */
  const reach = new Map();
  for (const symbol of sheet.querySelectorAll("symbol[data-reach]")) {
    reach.set(symbol.id.slice(prefix.length), Number(symbol.getAttribute("data-reach")));
  }
  return reach;
}

/**
 * Prefix all ids and what refers to them: a page has ids of its own.
 * @param {Element} sheet
 * @param {string} prefix
 */
function rename(sheet, prefix) {
  for (const element of sheet.querySelectorAll("*")) {
    for (const attribute of element.attributes) {
      if (attribute.name === "id") attribute.value = prefix + attribute.value;
      else if (attribute.name === "href") attribute.value = attribute.value.replace(/^#/, `#${prefix}`);
      else if (attribute.value.includes("url(#")) attribute.value = attribute.value.replaceAll("url(#", `url(#${prefix}`);
    }
  }
}
