// Undo and redo without limit: a text, the texts before it and those taken back.
// @ts-check

export class Past {
  /** @param {(text: string) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {string[]} */ this.before = [];
    /** @type {string[]} */ this.after = [];
    this.current = "";
  }
  /** A new text that can be undone. @param {string} text */
  commit(text) {
    if (text === this.current) return;
    this.before.push(this.current);
    this.after = [];
    this.current = text;
    this.show(text);
  }
  /** A text to begin with. @param {string} text */
  begin(text) { [this.before, this.after, this.current] = [[], [], text]; this.show(text); }
  undo() { this.#step(this.before, this.after); }
  redo() { this.#step(this.after, this.before); }
  /** @param {string[]} from @param {string[]} to */
  #step(from, to) {
    const text = from.pop();
    if (text === undefined) return;
    to.push(this.current);
    this.current = text;
    this.show(text);
  }
}
