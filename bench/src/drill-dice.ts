// Seeded random numbers for what the members of a drill do: with one seed they ask for the same things.
export interface Dice {
  /** 0 ≤ n < 1 */
  share(): number;
  whole(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** By weight. */
  draw<Item>(items: readonly (readonly [number, Item])[]): Item;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  function share(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (least: number, most: number) => least + Math.floor(share() * (most - least + 1));
  return {
    share,
    whole,
    pick: (items) => items[whole(0, items.length - 1)],
    draw(items) {
      let left = share() * items.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return items.at(-1)![1];
    },
  };
}
