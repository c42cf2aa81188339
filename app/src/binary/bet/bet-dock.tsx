// The dock of a round while it takes bets: the stake and the two directions.

import { formatLarge } from '@maru/client/format-amount';
import { formatCountdown } from '@maru/client/format-time';
import type { WireTradeTerms } from '@maru/contract/binary/calls';
import { SECOND_MS } from '@maru/engine/time';
import type { ReactNode } from 'react';
import { useMoneyText } from '../../shell/money-text.ts';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { type Direction, DirectionPair } from '../../ui/buttons/direction-pair.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { faultWords } from './fault-words.ts';
import './bet-dock.css';
import { percentOf } from '../offers/percent.ts';
import { CLOSING_SECONDS } from '../trade/closing.ts';
import { payoutText, placesOf } from './bet-view.ts';
import { quickAmounts, type StakeFault, type StakeRoom, stakeHalf, stakeMost, stakePlus } from './stake.ts';
import { StakeField } from './stake-field.tsx';

interface OpenProps {
  readonly terms: WireTradeTerms;
  readonly burn: number;
  readonly isFlipped: boolean;
  readonly stake: string;
  readonly room: StakeRoom;
  readonly fault: StakeFault | undefined;
  readonly pending: Direction | undefined;
  readonly isChecking: boolean;
  readonly onStake: (stake: string) => void;
  readonly onPress: (direction: Direction) => void;
  /** Why the order would be refused, beyond the amount itself. */
  readonly note?: ReactNode;
  readonly details?: ReactNode;
  readonly keys?: Readonly<Record<Direction, string>> | undefined;
  /** Where the main clock counts to something else, the time left for an order is shown beside the buttons. */
  readonly cutOff:
    | { readonly leftMs: number; readonly caption: string; readonly onAskWhy: () => void }
    | undefined;
}

export function OpenDock({
  terms,
  burn,
  isFlipped,
  stake,
  room,
  fault,
  pending,
  isChecking,
  onStake,
  onPress,
  note: refusalNote,
  details,
  keys,
  cutOff,
}: OpenProps) {
  const words = useWords(binaryWords);
  const { language } = useLanguage();
  const { money, unit } = useMoneyText(terms.currency);
  const adds = quickAmounts(terms.stakeUnit);
  const step = adds[0]!;
  const rate = percentOf(terms.rate);
  const payout = money(payoutText(stake, terms.rate, terms.currency) ?? '0');
  const note = words.ifHitAmount(payout);
  return (
    <Dock label={words.dock} burn={burn}>
      <div className="bet-dock__upper">
        <StakeField
          label={words.amount}
          words={{ less: words.less(money(step)), more: words.more(money(step)) }}
          value={stake}
          onChange={onStake}
          step={step}
          precision={placesOf(terms.currency)}
          unit={unit}
          hint={
            isChecking
              ? `${words.checking} · ${words.checkingLead}`
              : `${words.available} ${money(room.available)}`
          }
          error={fault && faultWords(fault, terms, { words, money })}
        />
        <ChipRow label={words.quickAmounts}>
          {adds.map((added) => (
            <Chip key={added} shape="square" pressed={false} onPress={() => onStake(stakePlus(stake, added))}>
              {formatLarge(added, { language, isSigned: true })}
            </Chip>
          ))}
          <Chip shape="square" pressed={false} onPress={() => onStake(emptyIfZero(stakeHalf(room)))}>
            {words.half}
          </Chip>
          <Chip shape="square" pressed={false} onPress={() => onStake(emptyIfZero(stakeMost(room)))}>
            {words.most}
          </Chip>
        </ChipRow>
      </div>
      {refusalNote}
      {details}
      {cutOff && <CutOffLine {...cutOff} />}
      <DirectionPair
        label={words.directions}
        tall
        up={{ word: words.up, figure: rate, note }}
        down={{ word: words.down, figure: rate, note }}
        flipped={isFlipped}
        pending={pending}
        keys={keys}
        onPress={onPress}
      />
      <p className="unseen" role="status">
        {isChecking ? words.checkingLead : ''}
      </p>
    </Dock>
  );
}

/** The smaller of the two clocks: until when an order can be placed. */
function CutOffLine({ leftMs, caption, onAskWhy }: NonNullable<OpenProps['cutOff']>) {
  const words = useWords(binaryWords);
  const isClosing = leftMs <= CLOSING_SECONDS * SECOND_MS;
  return (
    <div className="bet-dock__cut-off">
      <button type="button" className="bet-dock__why" onClick={onAskWhy}>
        <span className="bet-dock__tie">{words.tieRefunds} · </span>
        <u>{words.why}</u>
      </button>
      <span
        className={isClosing ? 'bet-dock__clock bet-dock__clock--closing' : 'bet-dock__clock'}
        role="timer"
        aria-live="off"
        aria-label={caption}
      >
        <Icon name="clock" size={15} weight={2} />
        <span>
          {caption} <b className="figure">{formatCountdown(leftMs)}</b>
        </span>
      </span>
    </div>
  );
}

const emptyIfZero = (amount: string): string => (amount === '0' ? '' : amount);

/** Between sessions, at rest and while staff have halted the offer. */
export function RestDock({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const words = useWords(binaryWords);
  return (
    <Dock label={words.dock}>
      <div className="bet-dock__rest" role="status">
        <b className="text-title3">{title}</b>
        {children}
      </div>
    </Dock>
  );
}
