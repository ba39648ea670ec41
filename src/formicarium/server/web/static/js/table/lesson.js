// @ts-check
/** The lesson: an ant says what to do at a table where a tutorial guides, and how far one is. */

import { need } from "../dom.js";
import { _ } from "../messages.js";

/** @typedef {import("../types.js").Lesson} LessonFacts */

export class Lesson {
  /** @param {() => void} skip go on without it */
  constructor(skip) {
    this.now = need("now", HTMLElement);
    this.progress = need("lesson-progress", HTMLProgressElement);
    this.count = need("lesson-count", HTMLElement);
    this.leave = need("lesson-leave", HTMLButtonElement);
    this.closed = false; // the reader goes on after the last step
    this.isRead = true; // not while the last words stand there: buttons of the table come after them
    this.leave.onclick = () => {
      this.closed = true;
      skip();
    };
  }

  /**
   * Show where one is.
   * @param {LessonFacts | null} lesson
   * @returns {string | null} what is to be done, or nothing when nothing guides
   */
  show(lesson) {
    const shown = this.closed && !lesson?.action ? null : lesson;
    this.now.classList.toggle("taught", shown !== null);
    this.isRead = shown?.action !== null;
    if (!shown) return null;
    const { step, steps, action, text } = shown;
    this.progress.max = steps;
    this.progress.value = action ? step - 1 : steps;
    this.count.textContent = action ? _("Step {step} of {steps}", { step, steps }) : _("Well done");
    this.leave.textContent = action ? _("Skip") : _("Play on");
    this.leave.className = action ? "plain" : "primary";
    return text;
  }
}
