// The dock for the round's current state: stake on it, wait for it, or nothing at all.

import type { ReceivedReply } from '@maru/client/call';
import { directionOf, formatDecimal } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import {
  type currentRound,
  placeBet,
  type WireTradeBet,
  type WireTradeRound,
} from '@maru/contract/binary/calls';
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { SECOND_MS } from '@maru/engine/time';
import { useState } from 'react';
import { tradingState } from '../../market/instruments/instrument-order.ts';
import { openingDate } from '../../market/instruments/instrument-words.ts';
import type { usePacedQuote } from '../../market/prices/live-price.tsx';
import { useCall } from '../../shell/connection/use-call.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { useSounds } from '../../shell/device/sounds.tsx';
import { useHaptics } from '../../shell/device/use-haptics.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';
import { LockedDock, OpenDock, RestDock } from '../bet/bet-dock.tsx';
import { type Market, payoutOfAll, profitOfAll, sideOf, stakeOfAll } from '../bet/bet-view.ts';
import { ConfirmSheet, type Proposal } from '../bet/confirm-sheet.tsx';
import { isOverLimit, stakeFault } from '../bet/stake.ts';
import type { MyBets } from '../bet/use-my-bets.ts';
import { burnOf, nextBetsAt, phaseOf, roundAfter } from '../rounds/rounds-at.ts';
import type { RentFocus } from './rent-view.ts';

interface Props {
  readonly offer: WireBinaryOption;
  readonly known: ReceivedReply<typeof currentRound>;
  readonly round: WireTradeRound | null;
  readonly now: number;
  readonly isRent: boolean;
  /** For an R type: the round that the page is about. */
  readonly focus: RentFocus | undefined;
  readonly bets: MyBets;
  readonly shownBets: readonly WireTradeBet[];
  readonly market: Market;
  readonly paced: ReturnType<typeof usePacedQuote>;
  readonly stake: string;
  readonly onStake: (stake: string) => void;
  readonly onAskWhy: () => void;
  readonly reload: () => void;
}

export function TableDock(props: Props) {
  const { offer, known, round, now, isRent, focus, bets, stake, onStake, onAskWhy, reload } = props;
  const { terms, halt } = known;
  const words = useWords(binaryWords);
  const { wallets, reloadWallets } = usePlatform();
  const { confirmOrders, buyOnRight } = usePreferences();
  const balances = useWatched(wallets);
  const haptics = useHaptics();
  const { show } = useAlerts();
  const [isFaultShown, setFaultShown] = useState(false);
  const [proposal, setProposal] = useState<Proposal>();
  const [isAsked, setAsked] = useState(false);
  const { busy, isChecking, send } = useCall(placeBet, { untilKnown: true });
  const [sent, setSent] = useState<Direction>();
  const showAccepted = useAcceptedBet(terms.currency, round, bets.add);

  async function place({ round: { id: tradeRoundId }, direction, stake: point }: Proposal): Promise<void> {
    if (!busy) setSent(direction);
    const type = direction === 'up' ? 'LONG' : 'SHORT';
    const outcome = await send({ body: { tradeRoundId, point, type } });
    if (outcome?.ok) return showAccepted(outcome.reply);
    if (outcome === undefined) return;
    show(outcome.message);
    reload();
    if (outcome.code === 'INSUFFICIENT_BALANCE') void reloadWallets();
  }

  const rest = restOf(offer, { halt, round });
  if (rest !== undefined) return <Resting offer={offer} halt={halt} rest={rest} />;
  if (round === null) return null;
  const phase = phaseOf(round, now);
  const own = bets.open.filter(({ tradeRoundId }) => tradeRoundId === round.id);
  const room = {
    terms,
    staked: stakeOfAll(own),
    available: balances.reply?.[terms.walletType]?.point,
  };
  const fault = stakeFault(stake, room);

  function press(direction: Direction) {
    haptics.press();
    // The server would refuse it too, so no confirmation is opened for it.
    if (!terms.allowBothSides && own.some((bet) => directionOfBet(bet) !== direction))
      return show(words.bothSides);
    if (round === null || fault !== undefined) return setFaultShown(true);
    const wanted = { round, direction, stake };
    if (!confirmOrders) return void place(wanted);
    setProposal(wanted);
    setAsked(true);
  }

  return (
    <>
      {phase === 'open' ? (
        <OpenDock
          terms={terms}
          burn={burnOf(round, now)}
          isFlipped={buyOnRight}
          stake={stake}
          room={room}
          fault={isFaultShown || isOverLimit(fault) ? fault : undefined}
          pending={busy ? sent : undefined}
          isChecking={isChecking}
          onStake={(next) => {
            setFaultShown(false);
            onStake(next);
          }}
          onPress={press}
          cutOff={
            isRent
              ? {
                  leftMs: round.betEndMillis - now,
                  caption:
                    focus?.round.id === round.id
                      ? words.untilCutOff
                      : words.untilClose(formatDecimal(String(round.no))),
                  onAskWhy,
                }
              : undefined
          }
        />
      ) : (
        <Waiting
          {...props}
          round={round}
          isFlipped={buyOnRight}
          badge={isChecking ? words.checking : undefined}
        />
      )}
      <ConfirmSheet
        open={isAsked}
        proposal={proposal}
        terms={terms}
        now={now}
        onClose={() => setAsked(false)}
        onConfirm={(confirmed) => {
          setAsked(false);
          void place(confirmed);
        }}
      />
    </>
  );
}

const directionOfBet = (bet: WireTradeBet): Direction => (sideOf(bet) === 'UP' ? 'up' : 'down');

function useAcceptedBet(currency: string, round: WireTradeRound | null, add: (bet: WireTradeBet) => void) {
  const words = useWords(binaryWords);
  const { money } = useMoneyText(currency);
  const { show } = useToasts();
  const { play } = useSounds();
  const haptics = useHaptics();
  return (bet: WireTradeBet) => {
    add(bet);
    const side = words[sideOf(bet) === 'UP' ? 'up' : 'down'];
    const no = round?.id === bet.tradeRoundId ? formatDecimal(String(round.no)) : undefined;
    show({
      kind: 'order',
      title: words.accepted,
      line:
        no === undefined
          ? words.resultLineOf(side, money(bet.point))
          : words.acceptedLine(side, money(bet.point), no),
    });
    // A bet is accepted and then waits, like a limit order, so it has the same sound.
    play({
      kind: 'order',
      sound: 'SUCCESS',
      tradeType: bet.type === 'SHORT' ? 'SHORT' : 'LONG',
      marketType: 'LIMIT',
    });
    haptics.fill();
  };
}

interface WaitingProps extends Props {
  readonly round: WireTradeRound;
  readonly isFlipped: boolean;
  readonly badge: string | undefined;
}

function Waiting(props: WaitingProps) {
  const { known, round, now, isRent, focus, shownBets, market, paced, isFlipped, badge } = props;
  const words = useWords(binaryWords);
  const { money, signed } = useMoneyText(known.terms.currency);
  const last = useWatched(paced).quote?.lastPrice;
  // Before the start of its round a bet is neither winning nor losing.
  const isWaiting = isRent && focus?.state === 'waiting';
  const profit = isWaiting ? undefined : profitOfAll(shownBets, market, { last, now });
  const newest = shownBets.at(-1);
  const isSoon = phaseOf(round, now) === 'soon';
  const next = isSoon ? round : roundAfter(round, known.terms);
  const opensAt = isSoon ? round.betStartMillis : nextBetsAt(round);
  const seconds = Math.max(0, (opensAt - now) / SECOND_MS);
  const no = formatDecimal(String(next.no));
  const isPaidIfHit = isWaiting && newest !== undefined;
  return (
    <LockedDock
      burn={burnOf(round, now)}
      isFlipped={isFlipped}
      isTall={isRent}
      title={isRent && !isSoon ? words.lockedTitleOf(formatDecimal(String(round.no))) : words.lockedTitle}
      lead={
        isSoon && seconds > 60 ? (
          words.betsOpenAt(no, formatClock(opensAt))
        ) : (
          <>
            {words.nextBetsBefore(no)}
            <b className="bet-dock__left">{words.seconds(seconds)}</b>
            {words.nextBetsAfter}
          </>
        )
      }
      badge={badge ?? (isRent ? words.starting : words.judging)}
      mine={{
        name: isRent && focus ? words.betsOn(formatDecimal(String(focus.round.no))) : words.myBets,
        value:
          newest === undefined
            ? words.none
            : `${words[directionOfBet(newest)]} ${money(stakeOfAll(shownBets))}`,
      }}
      outcome={{
        name: isPaidIfHit ? words.ifHit : words.ifOverNow,
        value: isPaidIfHit
          ? money(payoutOfAll(shownBets))
          : profit === undefined
            ? undefined
            : signed(profit),
        direction: directionOf(profit),
      }}
    />
  );
}

type Rest = 'halted' | 'rest' | 'closed' | 'none';

function restOf(
  offer: WireBinaryOption,
  { halt, round }: Pick<ReceivedReply<typeof currentRound>, 'halt' | 'round'>,
): Rest | undefined {
  if (halt !== null) return 'halted';
  const state = tradingState(offer);
  if (round === null && (state === 'rest' || state === 'closed')) return state;
  return round === null ? 'none' : undefined;
}

function Resting({
  offer,
  halt,
  rest,
}: Pick<Props, 'offer'> & { readonly halt: Props['known']['halt']; readonly rest: Rest }) {
  const words = useWords(binaryWords);
  const { language } = useLanguage();
  switch (rest) {
    case 'halted':
      return (
        <RestDock title={words.haltedTitle}>
          {halt && halt.reason !== '' && <span className="text-caption">{halt.reason}</span>}
          {halt?.voidsRounds && <span className="text-caption">{words.haltedLead}</span>}
        </RestDock>
      );
    case 'none':
      return (
        <RestDock title={words.noRoundTitle}>
          <span className="text-caption">{words.noRoundLead}</span>
        </RestDock>
      );
    case 'rest':
    case 'closed':
      return (
        <RestDock title={rest === 'rest' ? words.restTitle : words.closedTitle}>
          {offer.nextOpenMillis !== null && (
            <span className="text-caption figure">
              {words.nextOpening} {openingDate(offer.nextOpenMillis, language)}
            </span>
          )}
        </RestDock>
      );
  }
}
