// Long work that the server does part by part: a button that starts and stops it, a bar, and what is in the way. A server that
// has too much to do is asked again for less; if that does not help, the page says so and can go on later from there.
// @ts-check
import { Refused, ask, el } from "./common.js";
import { words } from "./words.js";

/** How long a busy server is left alone before it is asked again, in milliseconds: first, and at most. */
const [PAUSE, LONGEST] = [1000, 4000];

/** So many of something, some of them for one request. `heard` adds an answer up and says how many it brought.
 * @typedef {{count: number, part: number, path: string, body: (text: string, from: number, part: number) => object, heard: (answer: any) => number}} Task */

export class Parts {
  /** The run under way; 0 if there is none. */ #running = 0;
  /** How far it is. It stays if the run fails. @type {{text: string, task: number, from: number, part: number} | null} */ #at = null;

  /** @param {{begin: string, progress: string}} said @param {() => string} text what the work is about @param {Task[]} tasks one after the other @param {() => void} fresh forgets what was heard */
  constructor(said, text, tasks, fresh) {
    this.said = said;
    this.text = text;
    this.tasks = tasks;
    this.fresh = fresh;
    this.button = el("button", { type: "button", class: "primary", onclick: () => (this.#running ? this.stop() : this.#run()) }, said.begin);
    this.bar = el("progress", { max: tasks.reduce((sum, { count }) => sum + count, 0), value: 0, hidden: true, "aria-label": said.progress });
    this.note = el("p", { class: "small", role: "alert", hidden: true });
    this.row = el("div", { class: "stack" }, el("div", { class: "row" }, this.button, this.bar), this.note);
  }

  /** Ends the run; the next one begins anew. */
  stop() {
    this.#at = null;
    this.#rest(this.said.begin, "");
  }

  /** @param {string} button what it does next @param {string} note */
  #rest(button, note) {
    this.#running = 0;
    this.button.textContent = button;
    this.bar.hidden = true;
    this.#tell(note);
  }

  /** @param {string} note */
  #tell(note) {
    this.note.textContent = note;
    this.note.hidden = !note;
  }

  async #run() {
    const mine = (this.#running = Date.now());
    const text = this.text();
    if (this.#at?.text !== text) {
      this.#at = { text, task: 0, from: 0, part: Infinity };
      this.bar.value = 0;
      this.fresh();
    }
    this.button.textContent = words.text("fair.cancel");
    this.bar.hidden = false;
    this.#tell("");
    const goes = () => this.#running === mine && this.text() === text;
    try {
      while (goes() && this.#at.task < this.tasks.length) await this.#part(this.#at, this.tasks[this.#at.task], goes);
      if (this.#running === mine) this.stop();
    } catch (error) {
      if (this.#running === mine) this.#rest(words.text("fair.again"), words.text("fair.stopped", { reason: error instanceof Error ? error.message : String(error) }));
    }
  }

  /** @param {{text: string, task: number, from: number, part: number}} at @param {Task} task @param {() => boolean} goes whether it is still wanted */
  async #part(at, task, goes) {
    for (let pause = PAUSE; goes(); pause *= 2) {
      const part = Math.min(at.part, task.part, task.count - at.from);
      try {
        const answer = await ask(task.path, task.body(at.text, at.from, part));
        if (!goes()) return;
        const brought = task.heard(answer);
        // what took too long is asked for in smaller parts
        at.part = brought < part ? Math.max(1, brought) : 2 * part;
        at.from += part;
        if (at.from >= task.count) Object.assign(at, { task: at.task + 1, from: 0 });
        this.bar.value += brought;
        this.#tell("");
        return;
      } catch (error) {
        if (!(error instanceof Refused && error.later) || pause > LONGEST) throw error;
        at.part = Math.max(1, Math.floor(part / 2));
      }
      if (goes()) this.#tell(words.text("fair.busy"));
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
