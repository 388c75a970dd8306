// One state, and who draws it: what happens changes the state, and everybody who asked is told.
// @ts-check

/** @template {object} S */
export class Store {
  /** @type {Set<(state: S) => void>} */ #subscribers = new Set();
  /** @param {S} state at the beginning */
  constructor(state) { this.state = state; }

  /** Changes a part of the state and tells everybody. @param {Partial<S>} change */
  set(change) {
    this.note(change);
    for (const draw of this.#subscribers) draw(this.state);
  }

  /** Changes what nobody draws. @param {Partial<S>} change */
  note(change) { this.state = { ...this.state, ...change }; }

  /** Calls `draw` with every new state. @param {(state: S) => void} draw @returns {() => void} how to stop it */
  subscribe(draw) {
    this.#subscribers.add(draw);
    return () => this.#subscribers.delete(draw);
  }
}
