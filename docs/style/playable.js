// A position on a page, to be played: a small tree of positions, each with its picture, its story and its choices.
for (const place of document.querySelectorAll(".playable")) {
  const { folder, nodes } = JSON.parse(place.dataset.position);
  const make = (kind, text = "") => Object.assign(document.createElement(kind), { textContent: text });
  const [picture, story, choices] = [make("img"), make("div"), make("div")];
  story.setAttribute("aria-live", "polite");
  choices.className = "choices";
  place.append(picture, story, choices);
  const button = (text, leads) => {
    const made = make("button", text);
    made.type = "button";
    made.addEventListener("click", () => show(leads, true));
    return made;
  };
  const show = (number, asked) => {
    const node = nodes[number];
    picture.src = `${folder}/${number}.svg`;
    picture.alt = node.told.join(" ") || "The position";
    story.replaceChildren(...node.told.map((line) => make("p", line)));
    const offered = node.choices.map(({ says, hope, leads }) => {
      const made = button(says, leads);
      made.append(make("small", ` ${hope}`));
      return made;
    });
    if (!offered.length) story.append(make("p", "So far goes this page; at a table it goes on."));
    if (number) offered.push(button("Begin again", 0));
    choices.replaceChildren(...offered);
    if (asked) choices.querySelector("button").focus({ preventScroll: true });
  };
  show(0, false);
}
