// The order form of a ball round: the stake, the meaning and payout of the pick, and the button that places the order.

import { formatPrice } from '@maru/client/format';
import {
  placeBet,
  type WireTradeBet,
  type WireTradeRound,
  type WireTradeTerms,
} from '@maru/contract/binary/calls';
import { amount, rate, toDecimal, ZERO } from '@maru/engine/amount';
import type { Market } from '@maru/engine/bitball/markets';
import { useRef, useState } from 'react';
import { placesOf } from '../../binary/bet/bet-view.ts';
import { faultWords } from '../../binary/bet/fault-words.ts';
import { stakeFault } from '../../binary/bet/stake.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { useSounds } from '../../shell/device/sounds.tsx';
import { OwnLimitNote } from '../../shell/member/own-limit-note.tsx';
import { useOwnLimits } from '../../shell/member/own-limits.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useRefused } from '../../shell/messages/refused.ts';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Stepper } from '../../ui/controls/stepper.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import './ball-dock.css';
import { fullPickOf, meaningOf, payoutOf, pickOf, sharesOf } from './market-words.ts';

interface Props {
  readonly round: WireTradeRound;
  readonly terms: WireTradeTerms;
  readonly market: Market;
  /** The member's stake on this round so far; it counts against the limit of a round. */
  readonly staked: string;
  /** What is left of the time to order, 0 to 1. */
  readonly burn: number;
  readonly onOrdered: (bet: WireTradeBet) => void;
}

/** A step of the buttons is ten of the smallest unit; the figure itself can be typed. */
const UNITS_PER_STEP = 10n;

export function BallDock({ round, terms, market, staked, burn, onOrdered }: Props) {
  const words = useWords(bitballWords);
  const { wallets } = usePlatform();
  const state = useWatched(wallets);
  const { confirmOrders } = usePreferences();
  const { ask } = useAlerts();
  const showRefusal = useRefused();
  const judge = useOwnLimits();
  const toasts = useToasts();
  const { play } = useSounds();
  const { busy, isChecking, send } = useCall(placeBet, { untilKnown: true });
  const isAsking = useRef(false);
  const step = toDecimal(amount(terms.stakeUnit) * UNITS_PER_STEP);
  const [stake, setStake] = useState(step);

  const { money, unit } = useMoneyText(terms.currency);
  const odds = rate(terms.odds[market] ?? '0');
  const places = placesOf(terms.currency);
  const available = state.reply?.[terms.walletType]?.point;
  const broken = stakeFault(stake, { terms, staked, available });
  const texts = { ...words, enterAmount: words.belowLeast(money(terms.stakeMin)) };
  const fault = broken && faultWords(broken, terms, { words: texts, money });
  const opened = amount(broken === undefined ? stake : terms.stakeMin);
  const refusal = judge?.(terms.currency, { opened, ended: ZERO, result: ZERO });
  const payout = toDecimal(payoutOf(stake, odds, places));
  const pick = pickOf(market, words);
  const { chance, returns } = sharesOf(market, odds);

  async function order() {
    if (isAsking.current) return;
    isAsking.current = true;
    const isConfirmed =
      !confirmOrders ||
      (await ask({
        title: words.confirmTitle(fullPickOf(market, words), money(stake)),
        message: words.confirmLine(money(payout), money(stake)),
        safe: words.cancel,
        other: words.confirm,
        bright: 'other',
      })) === 'other';
    isAsking.current = false;
    if (!isConfirmed) return;
    const outcome = await send({ body: { point: stake, tradeRoundId: round.id, type: market } });
    if (outcome === undefined) return;
    if (!outcome.ok) return showRefusal(outcome);
    toasts.show({
      kind: 'order',
      title: words.ordered(fullPickOf(market, words)),
      line: words.ifHit(money(outcome.reply.payout)),
      figure: money(outcome.reply.point),
    });
    // The sound of an order that waits.
    play({ kind: 'order', sound: 'SUCCESS', tradeType: 'LONG', marketType: 'LIMIT' });
    onOrdered(outcome.reply);
  }

  return (
    <Dock label={words.dock} burn={burn}>
      <div className="ball-dock__stake">
        <Stepper
          label={words.stake}
          words={{ less: words.less(money(step)), more: words.more(money(step)) }}
          size="large"
          step={step}
          precision={places}
          unit={unit}
          value={stake}
          onChange={setStake}
          error={fault !== undefined}
        />
        <small className="ball-dock__available text-micro">
          {words.available} <span className="figure">{available === undefined ? '–' : money(available)}</span>
        </small>
      </div>
      <p
        className={
          fault === undefined
            ? 'ball-dock__facts text-micro'
            : 'ball-dock__facts text-micro ball-dock__facts--fault'
        }
        role="status"
      >
        {isChecking ? (
          words.checking
        ) : fault === undefined ? (
          <>
            <span>
              {pick} · {meaningOf(market, words)}
            </span>
            <span className="ball-dock__shares">
              {words.chance} <b className="figure">{formatPrice(chance, 2)}%</b>
              {'  '}
              {words.returns} <b className="figure">{formatPrice(returns, 1)}%</b>
            </span>
          </>
        ) : (
          fault
        )}
      </p>
      <OwnLimitNote refusal={refusal} />
      <Button
        figure={<span className="ball-dock__payout">{words.ifHit(money(payout))}</span>}
        busy={busy}
        busyLabel={isChecking ? words.checking : words.ordering}
        disabled={fault !== undefined}
        onPress={() => void order()}
      >
        {words.order(pick)}
      </Button>
    </Dock>
  );
}
