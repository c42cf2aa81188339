// The stock drawer of the spec: instruments in won first; one that rests today is not opened.

import { useId } from 'react';
import { type Instrument, sectionsOf, tradingState } from '../../market/instruments/instrument-order.ts';
import { monogramOf, nameOf, openingLine, stateBadge } from '../../market/instruments/instrument-words.ts';
import { useRestAlert } from '../../market/listing/rest-alert.tsx';
import { LiveChange, LivePrice, usePacedQuote } from '../../market/prices/live-price.tsx';
import { rowPaceOf } from '../../market/prices/paced-quote.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { overseaWords } from '../../text/oversea.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import './stock-sheet.css';
import { useOverseaInstruments } from '../listing/use-oversea-instruments.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly currentId: number;
  readonly onChoose: (instrument: Instrument) => void;
}

export function StockSheet({ open, onClose, currentId, onChoose }: Props) {
  const words = useWords(overseaWords);
  const marketText = useWords(marketWords);
  const { showRest, alert } = useRestAlert();
  return (
    <>
      <BottomSheet
        open={open}
        onClose={onClose}
        title={words.chooseInstrument}
        closeLabel={marketText.close}
        bleeds
      >
        <Choices
          currentId={currentId}
          onChoose={(instrument) => {
            if (tradingState(instrument) === 'rest') showRest(instrument);
            else onChoose(instrument);
          }}
        />
      </BottomSheet>
      {alert}
    </>
  );
}

type ChoicesProps = Pick<Props, 'currentId' | 'onChoose'>;

function Choices(props: ChoicesProps) {
  const words = useWords(overseaWords);
  const marketText = useWords(marketWords);
  const { state, reply, message, reload } = useOverseaInstruments();
  if (state === 'failed')
    return <LoadFailed title={marketText.marketFailed} message={message} onRetry={reload} />;
  if (state === 'loading') return <SkeletonRows count={8} height={56} />;
  const { won, foreign } = sectionsOf(reply);
  return (
    <div className="stock-sheet">
      <Section title={words.wonSection} instruments={won} {...props} />
      <Section title={words.foreignSection} instruments={foreign} {...props} />
    </div>
  );
}

function Section({
  title,
  instruments,
  currentId,
  onChoose,
}: ChoicesProps & { readonly title: string; readonly instruments: readonly Instrument[] }) {
  const id = useId();
  if (instruments.length === 0) return null;
  return (
    <>
      <h3 id={id} className="stock-sheet__title">
        {title}
      </h3>
      <ul aria-labelledby={id}>
        {instruments.map((instrument) => (
          <li key={instrument.stock}>
            <Choice instrument={instrument} isCurrent={instrument.id === currentId} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface ChoiceProps extends Pick<Props, 'onChoose'> {
  readonly instrument: Instrument;
  readonly isCurrent: boolean;
}

function Choice({ instrument, isCurrent, onChoose }: ChoiceProps) {
  const text = useWords(marketWords);
  const { language } = useLanguage();
  const { clock } = usePlatform();
  const paced = usePacedQuote(instrument.stock, rowPaceOf(instrument.stock));
  const resting = instrument.isOpen === 0;
  const badge = stateBadge(tradingState(instrument), text);
  const opening = openingLine(instrument.nextOpenMillis, { text, language, now: clock.now() });
  return (
    <ListRow
      height={56}
      tile={<Tile size={32}>{monogramOf(instrument, language)}</Tile>}
      title={nameOf(instrument, language)}
      mark={badge && <Badge>{badge}</Badge>}
      value={<LivePrice paced={paced} precision={instrument.precision} />}
      sub={resting && opening ? opening : <LiveChange paced={paced} resting={resting} />}
      resting={resting}
      current={isCurrent}
      onPress={() => onChoose(instrument)}
    />
  );
}
