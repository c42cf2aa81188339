// The sheets of one position. Each stays mounted while it closes; the position may end meanwhile, and all of them with it.
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { useWords } from '../../text/language.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import type { Holding } from '../account/use-holdings.ts';
import { CloseSheet } from './close-sheet.tsx';
import { MarginSheet } from './margin-sheet.tsx';
import type { WhyKind } from './position-card.tsx';
import { ReverseSheet } from './reverse-sheet.tsx';
import { TpslSheet } from './tpsl-sheet.tsx';
import { WhyPositionSheet } from './why-position-sheet.tsx';

/** An explanation is a sheet of its own: that of the margin is not the one that moves it. */
export type PositionSheet = 'tpsl' | 'margin' | 'close' | 'part' | 'reverse' | 'menu' | `why-${WhyKind}`;

/** What every sheet of a position is given. */
export interface PositionSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly holding: Holding;
  readonly instrument: WireFuturesOption;
}

interface Props extends Pick<PositionSheetProps, 'holding' | 'instrument'> {
  readonly sheet: PositionSheet;
  readonly onOpen: (sheet: PositionSheet | undefined) => void;
}

const WHY = ['liquidation', 'margin', 'pnl'] as const;

export function PositionSheets({ holding, instrument, sheet, onOpen }: Props) {
  const words = useWords(futuresPositionWords);
  const of = (...kinds: readonly PositionSheet[]) => ({
    holding,
    instrument,
    open: kinds.includes(sheet),
    onClose: () => onOpen(undefined),
  });
  return (
    <>
      <MenuSheet
        open={sheet === 'menu'}
        onClose={() => onOpen(undefined)}
        title={displayName(holding.position.stock)}
        closeLabel={words.dismiss}
        choices={(['part', 'reverse', 'why-liquidation'] as const).map((key) => ({
          key,
          label: words.menu[key],
          line: words.menuLead[key],
        }))}
        onChoose={onOpen}
      />
      <TpslSheet {...of('tpsl')} />
      <MarginSheet {...of('margin')} />
      <CloseSheet {...of('close', 'part')} isPart={sheet === 'part'} />
      <ReverseSheet {...of('reverse')} />
      <WhyPositionSheet
        {...of()}
        kind={WHY.find((kind) => sheet === `why-${kind}`)}
        onMargin={() => onOpen('margin')}
      />
    </>
  );
}
