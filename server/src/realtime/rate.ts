/** Counts what happens within one second; a new second starts with the first event after the old one is over. */
export class SecondCount {
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;

  add(now: number): number {
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count;
  }
}
