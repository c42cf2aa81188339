// Vibration after a tap: on when the user wants it, and never the only feedback, because Safari has none.

export interface Haptics {
  /** An order was pressed. */
  press(): void;
  /** An order was filled. */
  fill(): void;
}

interface Edges {
  /** `navigator.vibrate`, where the browser has it. */
  readonly vibrate: ((pattern: number | number[]) => boolean) | undefined;
  readonly isOn: () => boolean;
}

const PRESS_MS = 10;
const FILL_MS = [20, 40, 20];

export function createHaptics({ vibrate, isOn }: Edges): Haptics {
  const move = (pattern: number | number[]): void => {
    if (isOn()) vibrate?.(pattern);
  };
  return { press: () => move(PRESS_MS), fill: () => move([...FILL_MS]) };
}
