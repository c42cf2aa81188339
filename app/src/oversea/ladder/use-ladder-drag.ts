// Dragging a chip of the ladder: up and down to another price, sideways out of the ladder.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { OrderSide } from '../orders/order-request.ts';
import type { Movable } from '../orders/use-moves.ts';

/** Movement below this is no drag. */
const SLACK_PX = 6;
const OUT_PX = 60;

interface Grip {
  readonly chip: Movable;
  readonly side: OrderSide;
  readonly index: number;
}

export interface HeldChip {
  readonly chip: Movable;
  readonly side: OrderSide;
  /** Rows of the ladder. */
  readonly from: number;
  readonly to: number;
  /** Far enough aside to be cancelled when it is released. */
  readonly isOut: boolean;
}

export interface LadderDrag {
  readonly held: HeldChip | undefined;
  handlers(grip: Grip): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(): void;
    onKeyDown(event: KeyboardEvent): void;
  };
  /** The click event at the end of a drag must be ignored. */
  hasDragged(): boolean;
}

interface DropHandlers {
  readonly rowPx: number;
  readonly onDrop: (chip: Movable, row: number) => void;
  readonly onRemove: (chip: Movable) => void;
}

export function useLadderDrag({ rowPx, onDrop, onRemove }: DropHandlers): LadderDrag {
  const [held, setHeld] = useState<HeldChip>();
  const begun = useRef<{ readonly x: number; readonly y: number; readonly grip: Grip } | undefined>(
    undefined,
  );
  const current = useRef<HeldChip>(undefined);
  const isClickOver = useRef(false);

  function hold(next: HeldChip | undefined): void {
    current.current = next;
    setHeld(next);
  }

  function letGo(): void {
    begun.current = undefined;
    hold(undefined);
  }

  return {
    held,
    hasDragged: () => isClickOver.current,
    handlers: (grip) => ({
      onPointerDown(event) {
        if (!event.isPrimary || event.button !== 0) return;
        isClickOver.current = false;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        begun.current = { x: event.clientX, y: event.clientY, grip };
      },
      onPointerMove({ clientX, clientY }) {
        const start = begun.current;
        if (!start) return;
        const [across, down] = [clientX - start.x, clientY - start.y];
        if (!current.current && Math.hypot(across, down) < SLACK_PX) return;
        isClickOver.current = true;
        const { chip, side, index } = start.grip;
        const isOut = Math.abs(across) > OUT_PX && Math.abs(across) > Math.abs(down);
        const to = isOut ? index : Math.max(0, index + Math.round(down / rowPx));
        const before = current.current;
        if (before?.to !== to || before.isOut !== isOut) hold({ chip, side, from: index, to, isOut });
      },
      onPointerUp() {
        const dropped = current.current;
        letGo();
        if (!dropped) return;
        if (dropped.isOut) onRemove(dropped.chip);
        else if (dropped.to !== dropped.from) onDrop(dropped.chip, dropped.to);
      },
      onPointerCancel: letGo,
      onKeyDown(event) {
        isClickOver.current = false;
        if (event.key === 'Escape') letGo();
      },
    }),
  };
}
