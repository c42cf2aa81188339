// The finished rounds of any game, chosen by instrument and by length.

import { tradeOptions, type WireBinaryOption } from '@maru/contract/binary/offers';
import { familyOf } from '@maru/engine/rounds/round';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import type { ReceiptWords } from '../history/bet-words.ts';
import { lengthLabel } from '../offers/game-label.ts';
import { inSpecOrder, isBall } from '../offers/offer-order.ts';
import { Rounds } from './round-list-panel.tsx';
import './rounds-screen.css';

/** Bit-ball is one game, whichever coin provides its salt. */
const gameOf = (offer: WireBinaryOption): string => (isBall(offer) ? 'P' : offer.stock);

/** `1분`; the label of games with a base price per bet is longer, because both have the same lengths. */
const typeLabel = ({ type }: WireBinaryOption, words: ReceiptWords): string =>
  familyOf(type) === 'BINARY' ? words.ownBase(lengthLabel(type, words)) : lengthLabel(type, words);

export function RoundsScreen() {
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  const { state, reply, message, reload } = useAnswer(tradeOptions, { isPlay: '1' });
  const [chosenId, choose] = useEntryState<number | undefined>('option', undefined);
  if (state === 'loading') return <SkeletonRows count={10} height={60} figures />;
  if (state === 'failed')
    return <LoadFailed title={words.roundListFailed} message={message} onRetry={reload} />;
  const chosen = reply.find(({ id }) => id === chosenId) ?? reply[0];
  if (chosen === undefined)
    return <StatePanel kind="empty" title={words.roundListEmpty} sentence={words.roundListEmptyLead} />;
  const games = [...Map.groupBy(reply, gameOf).values()];
  const types = inSpecOrder(reply.filter((each) => gameOf(each) === gameOf(chosen)));
  const gameName = (offer: WireBinaryOption) => (isBall(offer) ? words.ball : nameOf(offer, language));
  return (
    <section className="rounds-screen" aria-label={words.roundList}>
      <ChipRow label={words.optionTitle} gutter>
        {games.map(([first]) => (
          <Chip key={first!.id} pressed={gameOf(first!) === gameOf(chosen)} onPress={() => choose(first!.id)}>
            {gameName(first!)}
          </Chip>
        ))}
      </ChipRow>
      <ChipRow label={words.lengths} gutter>
        {types.map((each) => (
          <Chip key={each.id} pressed={each.id === chosen.id} onPress={() => choose(each.id)}>
            {typeLabel(each, words)}
          </Chip>
        ))}
      </ChipRow>
      <Rounds key={chosen.id} tradeOptionId={chosen.id} isBall={isBall(chosen)} />
    </section>
  );
}
