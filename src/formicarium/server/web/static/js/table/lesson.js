// @ts-check
/** The lesson: an ant says what to do at a table where a tutorial guides, and how far one is. */

import { need } from "../dom.js";
import { _ } from "../messages.js";

/** @typedef {import("../types.js").Lesson} LessonFacts */

export class Lesson {
  /** @param {() => void} skip go on without it */
  constructor(skip) {
    this.now = need("now", HTMLElement);
    this.box = need("lesson", HTMLElement);
    this.progress = need("lesson-progress", HTMLProgressElement);
    this.count = need("lesson-count", HTMLElement);
    this.leave = need("lesson-leave", HTMLButtonElement);
    this.closed = false; // after its last step
    this.leave.onclick = () => {
      this.closed = this.isOver;
      if (!this.isOver) skip();
      else this.show(null);
    };
    this.isOver = false;
  }

  /**
   * Show where one is.
   * @param {LessonFacts | null} lesson
   * @returns {string | null} what is to be done, or nothing when nothing guides
   */
  show(lesson) {
    const shown = this.closed && !lesson?.action ? null : lesson;
    this.now.classList.toggle("taught", shown !== null);
    this.box.hidden = !shown;
    if (!shown) return null;
    const { step, steps, action, text } = shown;
    this.isOver = !action;
    this.progress.max = steps;
    this.progress.value = this.isOver ? steps : step - 1;
    this.count.textContent = this.isOver ? _("Well done") : _("Step {step} of {steps}", { step, steps });
    this.leave.textContent = this.isOver ? _("Play on") : _("Skip");
    return text;
  }
}
