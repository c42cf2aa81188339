// Which sheet of which position is open, for every list of positions.
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Holding } from '../account/use-holdings.ts';
import type { PositionSheet } from './position-sheets.tsx';

const PositionSheets = lazy(async () => ({
  default: (await import('./position-sheets.tsx')).PositionSheets,
}));

interface Opened {
  readonly sheet: PositionSheet;
  readonly positionId: number;
}

interface Opener {
  open(sheet: PositionSheet, positionId: number): void;
  /** To be rendered by the list. */
  readonly sheets: ReactNode;
}

export function usePositionSheets(holdings: readonly Holding[]): Opener {
  const [opened, setOpened] = useState<Opened>();
  const current = holdings.find(({ position }) => position.id === opened?.positionId);
  return {
    open: (sheet, positionId) => setOpened({ sheet, positionId }),
    sheets: opened && current?.instrument && (
      <Suspense>
        <PositionSheets
          key={opened.positionId}
          holding={current}
          instrument={current.instrument}
          sheet={opened.sheet}
          onOpen={(sheet) => setOpened(sheet && { sheet, positionId: opened.positionId })}
        />
      </Suspense>
    ),
  };
}
