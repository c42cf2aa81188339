// The dock of a round: the stake and the two directions while it is open, and when bets open again while it is locked.

import { formatDecimal } from '@maru/client/format';
import { formatLarge } from '@maru/client/format-amount';
import { formatCountdown } from '@maru/client/format-time';
import type { WireTradeTerms } from '@maru/contract/binary/calls';
import { SECOND_MS } from '@maru/engine/time';
import type { ReactNode } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { type Direction, DirectionPair } from '../../ui/buttons/direction-pair.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { faultWords } from './fault-words.ts';
import './bet-dock.css';
import { percentOf } from '../offers/percent.ts';
import { CLOSING_SECONDS } from '../trade/closing.ts';
import { payoutText, placesOf } from './bet-view.ts';
import { quickAmounts, type StakeFault, type StakeRoom, stakeHalf, stakeMost, stakePlus } from './stake.ts';
import { StakeField } from './stake-field.tsx';

interface DockProps {
  readonly terms: WireTradeTerms;
  readonly burn: number;
  readonly isFlipped: boolean;
}

interface OpenProps extends DockProps {
  readonly stake: string;
  readonly room: StakeRoom;
  readonly fault: StakeFault | undefined;
  readonly pending: Direction | undefined;
  readonly isChecking: boolean;
  readonly onStake: (stake: string) => void;
  readonly onPress: (direction: Direction) => void;
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
      {cutOff && <CutOffLine {...cutOff} />}
      <DirectionPair
        label={words.directions}
        tall
        up={{ word: words.up, figure: rate, note }}
        down={{ word: words.down, figure: rate, note }}
        flipped={isFlipped}
        pending={pending}
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

interface LockedProps extends Omit<DockProps, 'terms'> {
  /** As high as the open dock with its clock. */
  readonly isTall: boolean;
  readonly title: string;
  readonly lead: ReactNode;
  readonly badge: string;
  /** `상승 50,000원`, or a text for no bet. */
  readonly mine: { readonly name: string; readonly value: string };
  readonly outcome: {
    readonly name: string;
    readonly value: string | undefined;
    readonly direction: 'up' | 'down' | 'flat';
  };
}

/** Nothing can be pressed; it shows until when. */
export function LockedDock({ burn, isFlipped, isTall, title, lead, badge, mine, outcome }: LockedProps) {
  const words = useWords(binaryWords);
  return (
    <Dock label={words.dock} burn={burn} locked>
      <div className={`bet-dock__upper bet-dock__upper--locked${isTall ? ' bet-dock__upper--tall' : ''}`}>
        <div className="bet-dock__waiting">
          <p className="bet-dock__words">
            <b className="text-title3">{title}</b>
            <span className="text-caption figure">{lead}</span>
          </p>
          <span className="bet-dock__badge">
            <Badge tone="brass">{badge}</Badge>
          </span>
        </div>
        <dl className="bet-dock__cards">
          <div className="bet-dock__card">
            <dt className="text-micro">{mine.name}</dt>
            <dd className="figure">{mine.value}</dd>
          </div>
          <div className="bet-dock__card">
            <dt className="text-micro">{outcome.name}</dt>
            <dd className={`figure${toneClass(outcome.direction)}`}>
              {outcome.value ?? formatDecimal(undefined)}
            </dd>
          </div>
        </dl>
      </div>
      <DirectionPair
        label={words.directions}
        tall
        up={{ word: words.up, label: words.closedSide(words.up) }}
        down={{ word: words.down, label: words.closedSide(words.down) }}
        flipped={isFlipped}
        state="locked"
        onPress={() => {}}
      />
    </Dock>
  );
}

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
