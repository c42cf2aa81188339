// The dock for the round's current state: stake on it, wait for it, or nothing at all.

import type { ReceivedReply } from '@maru/client/call';
import { formatDecimal } from '@maru/client/format';
import {
  type currentRound,
  placeBet,
  type WireTradeBet,
  type WireTradeRound,
} from '@maru/contract/binary/calls';
import { amount, ZERO } from '@maru/engine/amount';
import { familyOf } from '@maru/engine/rounds/round';
import { type ReactNode, useState } from 'react';
import { tradingState } from '../../market/instruments/instrument-order.ts';
import { openingDate } from '../../market/instruments/instrument-words.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { useSounds } from '../../shell/device/sounds.tsx';
import { useHaptics } from '../../shell/device/use-haptics.ts';
import { OwnLimitNote } from '../../shell/member/own-limit-note.tsx';
import { useOwnLimits } from '../../shell/member/own-limits.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useRefused } from '../../shell/messages/refused.ts';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';
import { OpenDock, RestDock } from '../bet/bet-dock.tsx';
import { directionOfBet, stakeOfAll } from '../bet/bet-view.ts';
import { ConfirmSheet, type Proposal } from '../bet/confirm-sheet.tsx';
import { isOverLimit, stakeFault } from '../bet/stake.ts';
import type { MyBets } from '../bet/use-my-bets.ts';
import { burnOf, phaseOf } from '../rounds/rounds-at.ts';
import type { BoardProps } from './board.ts';
import { LockedDock } from './locked-dock.tsx';
import { rentFocus } from './rent-view.ts';

interface Props extends Pick<BoardProps, 'offer' | 'rounds' | 'now' | 'market' | 'paced'> {
  readonly known: ReceivedReply<typeof currentRound>;
  readonly bets: MyBets;
  readonly stake: string;
  readonly onStake: (stake: string) => void;
  readonly onAskWhy: () => void;
  readonly reload: () => void;
  /** Further facts of the stake, where there is room for them. */
  readonly details?: ReactNode;
  readonly keys?: Readonly<Record<Direction, string>>;
}

export function TableDock(props: Props) {
  const { offer, known, rounds, now, bets, market, paced, stake, onStake, onAskWhy, reload, details, keys } =
    props;
  const { terms, halt } = known;
  const { round } = rounds;
  const focus = familyOf(offer.type) === 'RENT' ? rentFocus(rounds, bets.open) : undefined;
  const words = useWords(binaryWords);
  const { wallets, reloadWallets } = usePlatform();
  const { confirmOrders, buyOnRight } = usePreferences();
  const balances = useWatched(wallets);
  const haptics = useHaptics();
  const { show } = useAlerts();
  const showRefusal = useRefused();
  const judge = useOwnLimits();
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
    showRefusal(outcome);
    reload();
    if (outcome.code === 'INSUFFICIENT_BALANCE') void reloadWallets();
  }

  if (halt !== null || round === null) return <Resting offer={offer} halt={halt} />;
  const phase = phaseOf(round, now);
  const own = bets.open.filter(({ tradeRoundId }) => tradeRoundId === round.id);
  const room = {
    terms,
    staked: stakeOfAll(own),
    available: balances.reply?.[terms.walletType]?.point,
  };
  const fault = stakeFault(stake, room);
  const staked = amount(fault === undefined ? stake : terms.stakeMin);
  const refusal = judge?.(terms.currency, { opened: staked, ended: ZERO, result: ZERO });

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
          note={<OwnLimitNote refusal={refusal} />}
          details={details}
          keys={keys}
          cutOff={
            focus && {
              leftMs: round.betEndMillis - now,
              caption:
                focus.round.id === round.id
                  ? words.untilCutOff
                  : words.untilClose(formatDecimal(String(round.no))),
              onAskWhy,
            }
          }
        />
      ) : (
        <LockedDock
          terms={terms}
          round={round}
          now={now}
          bets={bets.open}
          focus={focus}
          market={market}
          paced={paced}
          isChecking={isChecking}
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

function useAcceptedBet(currency: string, round: WireTradeRound | null, add: (bet: WireTradeBet) => void) {
  const words = useWords(binaryWords);
  const { money } = useMoneyText(currency);
  const { show } = useToasts();
  const { play } = useSounds();
  const haptics = useHaptics();
  return (bet: WireTradeBet) => {
    add(bet);
    const side = words[directionOfBet(bet)];
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

/** Staff have halted the offer, or there is no round. */
function Resting({ offer, halt }: Pick<Props, 'offer'> & Pick<Props['known'], 'halt'>) {
  const words = useWords(binaryWords);
  const { language } = useLanguage();
  if (halt !== null)
    return (
      <RestDock title={words.haltedTitle}>
        {halt.reason !== '' && <span className="text-caption">{halt.reason}</span>}
        {halt.voidsRounds && <span className="text-caption">{words.haltedLead}</span>}
      </RestDock>
    );
  const state = tradingState(offer);
  if (state !== 'rest' && state !== 'closed')
    return (
      <RestDock title={words.noRoundTitle}>
        <span className="text-caption">{words.noRoundLead}</span>
      </RestDock>
    );
  return (
    <RestDock title={state === 'rest' ? words.restTitle : words.closedTitle}>
      {offer.nextOpenMillis !== null && (
        <span className="text-caption figure">
          {words.nextOpening} {openingDate(offer.nextOpenMillis, language)}
        </span>
      )}
    </RestDock>
  );
}
