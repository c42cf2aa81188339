// A bet from the HTTP call to its answer: the gates of docs/rules.md 0.7 in their order, then the engine's own rules.
import { placeBet as placeBetCall } from '@maru/contract/binary/calls';
import type { BodyOf, RefusalOf, ReplyOf } from '@maru/contract/call';
import { amount, ONE, type Rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { PlaceBet } from '@maru/engine/binary/commands';
import { profitOf } from '@maru/engine/binary/prices';
import type { CommandKey } from '@maru/engine/command';
import { isOpen, isRestDay } from '@maru/engine/market/trading-hours';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { DAY_MS, type Millis } from '@maru/engine/time';
import { commandHead, refusalFor, walletAfter } from '../desk/call-answer.ts';
import type { Principal } from '../http/serve.ts';
import type { BinaryParts, BinarySite } from './deps.ts';
import { isInSession, isOffered, type OfferRound } from './offers.ts';
import { readAnswered } from './reads.ts';
import { sideOf, wireBet } from './wire.ts';

type PlaceBetCall = typeof placeBetCall;
export type PlaceBetRefusal = RefusalOf<PlaceBetCall>;
export type PlaceBetAnswer =
  | { readonly ok: true; readonly reply: ReplyOf<PlaceBetCall> }
  | { readonly ok: false; readonly refusal: PlaceBetRefusal };

export interface AskedBet {
  readonly body: BodyOf<PlaceBetCall>;
  readonly principal: Principal;
  readonly key: CommandKey | undefined;
  /** When the whole request had arrived: this decides the cut-off. */
  readonly receivedAt: Millis;
}

export async function placeBet(parts: BinaryParts, asked: AskedBet): Promise<PlaceBetAnswer> {
  const { desk, offers, sites } = parts;
  const { principal, key, body } = asked;
  const refuse = (refusal: PlaceBetRefusal) => ({ ok: false, refusal }) as const;
  const site = sites.byId(principal.site);
  const round = offers.roundOf(body.tradeRoundId);
  if (site === undefined || round === undefined) {
    return refuse(principal.role === 'PARTNER' ? 'PARTNER_CANNOT_TRADE' : 'ROUND_NOT_FOUND');
  }
  const refusal = gateRefusal(parts, asked, site, round);
  // A repeated request gets its first answer again, also when it would be refused by now.
  if (refusal !== undefined && !(await wasAnswered(desk, principal, key))) return refuse(refusal);
  const outcome = await desk.submit(commandOf(parts, asked, site, round));
  if (!outcome.ok) return refuse(refusalFor(placeBetCall, outcome.refusal));
  return { ok: true, reply: replyOf(site, round, outcome.event) };
}

function gateRefusal(
  { prices, halts }: BinaryParts,
  { principal, receivedAt: now, body }: AskedBet,
  site: BinarySite,
  round: OfferRound,
): PlaceBetRefusal | undefined {
  const { instrument, family } = round.offer;
  if (principal.role === 'PARTNER') return 'PARTNER_CANNOT_TRADE';
  // Rounds exist for an hour ahead; a number far from now is no round.
  if (Math.abs(round.open - now) > DAY_MS) return 'ROUND_NOT_FOUND';
  if (!instrument.isPlay || !isOffered(site, round.offer)) return 'OPTION_STOPPED';
  if (halts.current(site.id, round.offer.id) !== undefined) return 'OPTION_STOPPED';
  if (family !== 'BALL') {
    const opens = isOpen(instrument.hours, now);
    if (opens && prices.condition(instrument.code, now) !== 'OPEN') return 'OPTION_STOPPED';
    if (!opens) return isRestDay(instrument.hours, now) ? 'REST_DAY' : 'MARKET_CLOSED';
    if (!isInSession(round)) return 'MARKET_CLOSED';
  }
  const isSide = body.type === 'LONG' || body.type === 'SHORT';
  return isSide === (family === 'BALL') ? 'BET_TYPE_INVALID' : undefined;
}

async function wasAnswered(
  desk: BinaryParts['desk'],
  { player }: Principal,
  key: CommandKey | undefined,
): Promise<boolean> {
  if (key === undefined) return false;
  const read = await desk.read(readAnswered, { player, key: key.key, fingerprint: key.fingerprint });
  return read?.seen ?? false;
}

function commandOf(
  { settings, ball, prices, reservedFor }: BinaryParts,
  { body, principal, key, receivedAt }: AskedBet,
  site: BinarySite,
  { id, offer }: OfferRound,
): AnyCommand {
  const terms = settings.termsOf(site, offer);
  const shared = {
    ...commandHead(principal, key),
    round: id,
    type: offer.type,
    stake: amount(body.point),
    receivedAt,
    terms,
    reserved: reservedFor(principal.player, terms.wallet, receivedAt),
  } satisfies Partial<PlaceBet>;
  if (offer.family !== 'BALL') {
    const isStampedOnArrival = !prices.stampsTicks(offer.instrument.code, receivedAt);
    const side = sideOf(body.type) === 'UP' ? 'UP' : 'DOWN';
    return { kind: 'PLACE_BET', ...shared, side, terms: { ...terms, isStampedOnArrival } };
  }
  // The engine refuses odds of zero: there is no such market.
  const odds = ball.oddsOf(site.id).get(body.type) ?? (0n as Rate);
  return { kind: 'PLACE_BALL_BET', ...shared, market: body.type, odds };
}

/** From the event and not from the tables: a repeated key gets the first answer again. */
function replyOf(
  site: BinarySite,
  { offer, open, close }: OfferRound,
  event: AnyEvent,
): ReplyOf<PlaceBetCall> {
  assert(
    event.kind === 'BET_PLACED' || event.kind === 'BALL_BET_PLACED',
    'a bet is answered by its own event',
  );
  const [step] = event.steps;
  const wallet = site.wallets.find(({ type }) => type === event.wallet);
  assert(step !== undefined && wallet !== undefined, 'a bet has its player and a wallet of the site');
  const { id, round, type, stake, acceptedAt } = event;
  const rate = event.kind === 'BET_PLACED' ? event.rate : ((event.odds - ONE) as Rate);
  const { player } = step;
  const bet = wireBet(offer, {
    id,
    player,
    round,
    offer: offer.id,
    type,
    pick: event.kind === 'BET_PLACED' ? event.side : event.market,
    stake,
    rate,
    profit: profitOf(stake, rate, wallet.places),
    wallet: wallet.type,
    currency: wallet.currency,
    places: wallet.places,
    acceptedAt,
    open,
    close,
    status: 0,
    voidReason: null,
    strikePrice: undefined,
    closePrice: undefined,
    strike: undefined,
  });
  return { ...bet, wallet: walletAfter(event, player, wallet) };
}
