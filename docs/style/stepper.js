// A replay on a page: pictures that stand in a folder, and the sentence of each; buttons and arrow keys step.
for (const place of document.querySelectorAll(".stepper")) {
  const { folder, told } = JSON.parse(place.dataset.replay);
  const [picture, sentence, back, on, count] = place.querySelectorAll("img, p, button, output");
  let at = 0;
  const show = (number) => {
    at = Math.min(Math.max(number, 0), told.length - 1);
    picture.src = `${folder}/${at}.svg`;
    picture.alt = sentence.textContent = told[at];
    count.textContent = `${at + 1} / ${told.length}`;
    back.disabled = at === 0;
    on.disabled = at === told.length - 1;
  };
  back.addEventListener("click", () => show(at - 1));
  on.addEventListener("click", () => show(at + 1));
  place.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowLeft" || key === "ArrowRight") show(at + (key === "ArrowLeft" ? -1 : 1));
  });
  show(0);
}
