// A finished draw (design 30b): its balls, the member's orders, the draw recomputed on this device, and the three
// steps.

import { formatDecimal } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import { myRoundBets, type WireTradeBet, type WireTradeRound } from '@maru/contract/binary/calls';
import { sum, toDecimal } from '@maru/engine/amount';
import { isMarket } from '@maru/engine/bitball/markets';
import { useCallback, useEffect, useState } from 'react';
import { profitOf, resultLabel } from '../../binary/history/bet-words.ts';
import { Profit, useBetCurrency } from '../../receipt/profit.tsx';
import { useCopy } from '../../receipt/use-copy.ts';
import { VerifyActions } from '../../receipt/verify-actions.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { HashText } from '../../ui/figures/hash-text.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { FullScreenPanel } from '../../ui/overlays/full-screen-panel.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { Timeline } from '../../ui/rows/timeline.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { DrawnBalls } from './ball.tsx';
import { type RecomputedBall, recomputeBall } from './recompute-ball.ts';
import './ball-result-panel.css';
import { type BallWords, fullPickOf, hitPicks, oddsOf } from '../trade/market-words.ts';

interface Props {
  /** Undefined closes it. */
  readonly round: WireTradeRound | undefined;
  readonly onClose: () => void;
}

export function BallResultPanel({ round, onClose }: Props) {
  const words = useWords(bitballWords);
  return (
    <FullScreenPanel
      open={round !== undefined}
      onClose={onClose}
      title={words.drawTitle(formatDecimal(String(round?.no ?? '')))}
      closeLabel={words.close}
    >
      {round && <BallResult key={round.id} round={round} />}
    </FullScreenPanel>
  );
}

function BallResult({ round }: { readonly round: WireTradeRound }) {
  const words = useWords(bitballWords);
  const isGuest = useWatched(usePlatform().member) === undefined;
  const { ball } = round;
  const { checked, again } = useRecomputed(round);
  const { isCopied, copy } = useCopy();
  const values = JSON.stringify({ round: round.id, ...ball });
  return (
    <div className="ball-result">
      {ball?.balls && ball.powerBall !== null ? (
        <Drawn round={round} balls={ball.balls} power={ball.powerBall} />
      ) : (
        <section className="ball-result__void">
          <h3 className="text-title2">{words.voidTitle}</h3>
          <p className="text-lead">{round.voidText ?? words.voidLead}</p>
        </section>
      )}
      {!isGuest && <MyOrders round={round} />}
      {checked && <Recomputation checked={checked} />}
      <section className="ball-result__block">
        <h3 className="text-heading">{words.how}</h3>
        <Timeline label={words.steps} steps={stepsOf(round, words)} />
        <p className="ball-result__how text-caption">{words.howLead}</p>
      </section>
      <VerifyActions
        save={{
          label: isCopied ? words.copied : words.copyValues,
          icon: isCopied ? 'check' : 'copy',
          onPress: () => copy(values),
        }}
        onAgain={again}
      />
    </div>
  );
}

interface Checked extends RecomputedBall {
  readonly tookMs: number;
}

function useRecomputed(round: WireTradeRound) {
  const [checked, setChecked] = useState<Checked>();
  const again = useCallback(() => {
    const from = performance.now();
    const { id, openMillis, ball, status } = round;
    const made = recomputeBall({ round: id, openMillis, ball, isVoid: status === 3 });
    setChecked(ball?.seed ? { ...made, tookMs: performance.now() - from } : undefined);
  }, [round]);
  useEffect(again, [again]);
  return { checked, again };
}

function Drawn({
  round,
  balls,
  power,
}: {
  readonly round: WireTradeRound;
  readonly balls: readonly number[];
  readonly power: number;
}) {
  const words = useWords(bitballWords);
  const tags = (prefix: string) => hitPicks({ balls, power }, prefix, words);
  return (
    <section className="ball-result__drawn">
      <div className="ball-result__balls">
        <DrawnBalls balls={balls} power={power} size="large" />
      </div>
      <div className="ball-result__facts">
        <span className="ball-result__group">
          <small className="text-caption">{words.sum}</small>
          <b className="text-title2 figure">{round.ball?.sum}</b>
          {['NS_', 'NZ_', 'NC_'].flatMap(tags).map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
        <span className="ball-result__group">
          <small className="text-caption">{words.power}</small>
          {tags('PB_').map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      </div>
    </section>
  );
}

const isDecided = ({ status }: WireTradeBet): boolean => status === 1 || status === 2;

function MyOrders({ round }: { readonly round: WireTradeRound }) {
  const words = useWords(bitballWords);
  const receiptText = useWords(receiptWords);
  const currency = useBetCurrency();
  const { money } = useMoneyText(currency);
  const bets = useAnswer(myRoundBets, { tradeRoundId: round.id });
  const total = toDecimal(sum((bets.reply ?? []).filter(isDecided).map(profitOf)));
  return (
    <section className="ball-result__block">
      <div className="ball-result__title">
        <h3 className="text-heading">{words.myOrders}</h3>
        {bets.reply?.some(isDecided) && <Profit size="title" value={total} currency={currency} />}
      </div>
      {bets.state === 'loading' && <Skeleton width="100%" height={60} radius={12} />}
      {bets.state === 'failed' && <p className="text-caption">{words.ordersFailed}</p>}
      {bets.reply?.length === 0 && <p className="text-caption">{words.noOrders}</p>}
      {bets.reply?.map((bet) => (
        <Link key={bet.id} to={`/wallet/history/${bet.id}`} className="ball-result__bet">
          <span
            className={bet.status === 1 ? 'ball-result__hit ball-result__hit--on' : 'ball-result__hit'}
            aria-hidden="true"
          >
            {bet.status === 1 && <Icon name="check" size={12} weight={2.8} />}
          </span>
          <span className="text-stack">
            <b className="text-strong">{isMarket(bet.type) ? fullPickOf(bet.type, words) : bet.type}</b>
            <small className="text-micro figure">
              {money(bet.point)} × {oddsOf(bet.rate)}
            </small>
          </span>
          <span className="ball-result__figures">
            {isDecided(bet) ? (
              <Profit value={toDecimal(profitOf(bet))} currency={currency} />
            ) : (
              <b className="text-strong">–</b>
            )}
            <small className="text-micro">{resultLabel(bet.status, receiptText)}</small>
          </span>
          <Icon name="chevron-right" size={16} weight={2} />
        </Link>
      ))}
    </section>
  );
}

function Recomputation({ checked }: { readonly checked: Checked }) {
  const words = useWords(bitballWords);
  const time = words.milliseconds(String(Math.max(1, Math.round(checked.tookMs))));
  const { draw, isSame } = checked;
  const lead = draw === undefined ? words.sealSame(time) : words.allSame(time);
  return (
    <section className={isSame ? 'ball-check' : 'ball-check ball-check--different'} role="status">
      <div className="ball-check__head">
        <Tile tone={isSame ? 'brass' : 'danger'}>
          <Icon name="shield" size={22} />
        </Tile>
        <span className="text-stack">
          <b className="text-heading">{isSame ? words.recomputed : words.different}</b>
          <small className="text-caption">{isSame ? lead : words.differentLead}</small>
        </span>
        <Icon name={isSame ? 'check' : 'warning'} size={22} weight={2.4} />
      </div>
      {draw && (
        <div className="ball-check__balls">
          <DrawnBalls balls={draw.balls} power={draw.power} />
          <span className="ball-check__end text-note">
            {isSame ? words.sameAsServer : words.differentFromServer}
          </span>
        </div>
      )}
    </section>
  );
}

function stepsOf({ betStartMillis, openMillis, ball }: WireTradeRound, words: BallWords) {
  const salt = ball?.salt ?? undefined;
  const saltedAt = Number(salt?.split(':')[2]);
  return [
    {
      key: 'seal',
      title: words.stepSeal,
      time: words.sealedBefore(formatTimeOfDay(betStartMillis)),
      text: <Shown value={ball?.commit} lead={words.stepSealLead} />,
      state: 'done' as const,
    },
    {
      key: 'salt',
      title: words.stepSalt,
      time: salt?.startsWith('BTCUSDT:') ? formatTimeOfDay(saltedAt) : undefined,
      text: salt ? (
        <>
          <code className="ball-result__salt">{salt}</code>
          {words.stepSaltLead}
        </>
      ) : (
        words.stepNoSalt
      ),
      state: salt ? ('done' as const) : ('warn' as const),
    },
    {
      key: 'seed',
      title: words.stepSeed,
      time: formatTimeOfDay(openMillis),
      text: <Shown value={ball?.seed ?? undefined} lead={words.stepSeedLead} />,
      state: ball?.seed ? ('done' as const) : ('waiting' as const),
    },
  ];
}

function Shown({ value, lead }: { readonly value: string | undefined; readonly lead: string }) {
  return (
    <>
      {value !== undefined && (
        <span className="ball-result__hash">
          <HashText value={value} whole />
        </span>
      )}
      {lead}
    </>
  );
}
