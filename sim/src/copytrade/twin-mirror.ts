// One lead for one follow (docs/rules.md 5.3, 5.4), as the twin reads the rule book.
import type { MirrorLead } from '@maru/engine/copytrade/commands';
import type { MissedReason } from '@maru/engine/copytrade/events';
import type { CopyLead } from '@maru/engine/copytrade/state';
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import { dividedBy, fraction, ofUnits, times, unitsDown, unitsUp } from '../futures/fraction.ts';
import {
  type Account,
  accountOf,
  againstOf,
  heldIn,
  isFreshQuote,
  isFundingDue,
  marketOf,
  pricedOf,
} from '../futures/twin.ts';
import { crossWorth, meansOf } from '../futures/twin-account.ts';
import { settledOf } from '../futures/twin-fill.ts';
import { costOf, isTooSmall, placed } from '../futures/twin-orders.ts';
import { boughtBy, cutToStep } from '../futures/twin-value.ts';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { stakeBarOf } from '../twin-rules.ts';
import { ownOf, type TwinFollow, usedOf, WALLET, waitingOf } from './twin.ts';
import { partClosed, standsStill } from './twin-close.ts';

interface Mirroring {
  readonly state: TwinState;
  readonly player: TwinPlayer;
  readonly command: MirrorLead;
  readonly now: number;
  readonly account: Account;
  readonly follow: TwinFollow;
  readonly lead: CopyLead;
}

export function mirrored(state: TwinState, player: TwinPlayer, command: MirrorLead, now: number): Outcome {
  const follow = ownOf(state, command.follow, player.id);
  if (follow === undefined) return refused('FOLLOW_NOT_FOUND');
  if (follow.state === 'DETACHED') return refused('FOLLOW_ENDED');
  if (command.lead <= follow.handled) return refused('ALREADY_HANDLED');
  const [lead] = waitingOf(state, follow);
  if (lead === undefined || lead.id !== command.lead || lead.instrument !== command.terms.instrument)
    return refused('NOT_NEXT');
  const account = accountOf(state, player.id, WALLET, now);
  const mirroring = { state, player, command, now, account, follow, lead };
  return lead.kind === 'OPEN' ? opened(mirroring) : closed(mirroring);
}

function missed({ follow, lead }: Mirroring, reason: MissedReason, figures: object = {}): Outcome {
  const { id, kind, instrument, side, price, at } = lead;
  const of = { follow: follow.id, trader: follow.trader };
  const body = { kind: 'COPY_MISSED', ...of, lead: { id, kind, instrument, side, price, at }, reason };
  return { body: { ...body, ...figures } };
}

const PATIENCE_MS = 10_000;

const waits = (mirroring: Mirroring, reason: MissedReason, figures?: object): Outcome =>
  mirroring.now >= mirroring.lead.at + PATIENCE_MS
    ? missed(mirroring, reason, figures)
    : refused('COPY_WAITS');

/** How much worse than the trader's price, as a share of it. */
export function worseOf(side: string, price: bigint, than: bigint): bigint {
  const by = side === 'LONG' ? price - than : than - price;
  return unitsUp(dividedBy(ofUnits(by), ofUnits(than)));
}

const sizingBody = ({ follow, command: { terms } }: Mirroring, guard: bigint) => ({
  ...{ multiplyPer: follow.multiplyPer, maxBet: follow.maxBet, oneMaxBet: follow.oneMaxBet, guard },
  ...{ qtyStep: terms.qtyStep, qtyLeast: terms.qtyLeast, notionalLeast: terms.notionalLeast },
  feeRate: terms.feeRate,
});

const copyMark = ({ follow, lead }: Mirroring, sizing: object) => ({
  cause: 'MIRROR',
  ...{ follow: follow.id, lead: lead.id, sizing },
});

/** What neither a price nor money decides. */
function barOf({ player, command, account, follow, lead }: Mirroring): MissedReason | undefined {
  const { instrument, side } = lead;
  const { lossLimit, total } = follow;
  if (!follow.pairs.includes(instrument)) return 'PAIR_OFF';
  if (follow.isPaused || follow.multiplyPer === 0) return 'PAUSED';
  if (lossLimit !== undefined && total + lossLimit <= 0n) return 'PAUSED';
  const held = heldIn(account, instrument);
  const copy = follow.copies.get(instrument);
  const isOfLead = copy?.position === held?.id && copy?.traderPosition === lead.position;
  if (held !== undefined && !(isOfLead && held.side === side)) return 'OWN_POSITION';
  if (account.orders.some((order) => order.instrument === instrument)) return 'OWN_POSITION';
  return player.blocked || command.terms.mode !== 'NORMAL' ? 'STOPPED' : undefined;
}

function opened(mirroring: Mirroring): Outcome {
  const { state, player, command, now, account, follow, lead } = mirroring;
  const { terms, quote } = command;
  const bar = barOf(mirroring);
  if (bar !== undefined) return missed(mirroring, bar);
  if (!isFreshQuote(quote, terms, now)) return waits(mirroring, 'NO_PRICE');
  const price = marketOf(lead.side, quote);
  const found = worseOf(lead.side, price, lead.price);
  const guards: readonly bigint[] = [command.entryGuard, follow.entryGuard ?? command.entryGuard];
  const allowed = guards.reduce((a, b) => (a < b ? a : b));
  const asked = sizingBody(mirroring, allowed);
  if (found > allowed) return missed(mirroring, 'SLIPPAGE', { found, allowed, sizing: asked });
  const held = heldIn(account, lead.instrument);
  const most = Math.min(lead.leverage, follow.maxLeverage ?? lead.leverage, terms.leverageMost);
  const leverage = held?.leverage ?? most;
  const marginType = held?.marginType ?? lead.marginType;
  const priced: readonly Priced[] = [{ terms, quote }, ...command.priced];
  const available = availableOf(account, priced, marginType);
  if (available === undefined) return waits(mirroring, 'NO_PRICE');
  const used = usedOf(follow);
  const size = sizeOf(mirroring, { price, leverage, available, used }, terms);
  const sizing = { ...asked, used, available, leverage };
  const { wanted, capped } = size;
  if (size.missed === 'CAP')
    return missed(mirroring, 'CAP', { found: capped, allowed: follow.maxBet, sizing });
  if (size.missed === 'BALANCE')
    return missed(mirroring, 'BALANCE', { found: available, allowed: capped, sizing });
  if (size.missed === 'MIN_QTY')
    return missed(mirroring, 'MIN_QTY', { found: wanted, allowed: leastOf(price, terms), sizing });
  const order = placed(
    state,
    player,
    {
      kind: 'PLACE_FUTURES_ORDER',
      ...{ site: command.site, player: command.player, side: lead.side, type: 'MARKET', by: 'last' },
      ...{ qty: size.qty as never, leverage, marginType, reduceOnly: false, postOnly: false },
      ...{ immediate: false, terms, quote, priced },
    },
    now,
  );
  if ('refusal' in order) return notOpened(mirroring, order.refusal);
  const nothing = { opened: 0n, ended: 0n, result: 0n };
  const limit = stakeBarOf(state, { player: player.id, wallet: WALLET, ...nothing }, now);
  if (limit !== undefined) return missed(mirroring, 'LIMIT');
  return { body: { ...order.body, copy: copyMark(mirroring, sizing) } };
}

function notOpened(mirroring: Mirroring, refusal: string): Outcome {
  if (refusal === 'FUNDING_DUE') return refused(refusal);
  if (refusal === 'ABOVE_HOLDINGS') return missed(mirroring, 'BALANCE');
  if (refusal === 'ABOVE_LEVERAGE_CAP') return missed(mirroring, 'LEVERAGE');
  return missed(mirroring, 'FAILED', { detail: refusal });
}

function availableOf(account: Account, priced: readonly Priced[], marginType: string): bigint | undefined {
  const worth = crossWorth(account, (instrument) => pricedOf(priced, instrument));
  if (worth === undefined) return undefined;
  const { available } = meansOf(account, worth);
  const { free } = account;
  if (marginType !== 'ISOLATED' || available <= free) return available;
  return free > 0n ? free : 0n;
}

/** The least on the step that is worth enough, and long enough. */
function leastOf(price: bigint, { qtyStep, qtyLeast, notionalLeast }: FuturesTerms): bigint {
  const worth = unitsUp(dividedBy(ofUnits(notionalLeast), ofUnits(price)));
  const steps = (worth + qtyStep - 1n) / qtyStep;
  return steps * qtyStep > qtyLeast ? steps * qtyStep : qtyLeast;
}

interface Sizing {
  readonly price: bigint;
  readonly leverage: number;
  readonly available: bigint;
  readonly used: bigint;
}

function sizeOf(
  { follow, lead }: Mirroring,
  { price, leverage, available, used }: Sizing,
  terms: FuturesTerms,
) {
  const { multiplyPer, maxBet, oneMaxBet } = follow;
  const want = unitsDown(times(ofUnits(lead.margin), fraction(BigInt(multiplyPer), 100n)));
  const left = maxBet > used ? maxBet - used : 0n;
  const worthOf = (margin: bigint) => times(ofUnits(margin), fraction(BigInt(leverage)));
  const isNothing = (size: bigint) => size === 0n || isTooSmall(size, price, terms);
  const isTooLittle = (margin: bigint) => isNothing(boughtBy(worthOf(margin), price, terms));
  const least = (...margins: readonly bigint[]) => margins.reduce((a, b) => (a < b ? a : b));
  const capped = least(want, oneMaxBet, left);
  const asked = boughtBy(worthOf(capped), price, terms);
  // As much as is paid with its fee: looked for by halving.
  let [paid, beyond] = [0n, asked / terms.qtyStep + 1n];
  while (beyond - paid > 1n) {
    const steps = (paid + beyond) / 2n;
    if (costOf(steps * terms.qtyStep, price, leverage, terms) <= available) paid = steps;
    else beyond = steps;
  }
  const qty = paid * terms.qtyStep;
  /** What alone would make it too small. */
  function reason() {
    if (isTooLittle(want) || isTooLittle(oneMaxBet)) return 'MIN_QTY';
    return isTooLittle(left) ? 'CAP' : 'BALANCE';
  }
  const wanted = unitsDown(dividedBy(worthOf(least(want, oneMaxBet)), ofUnits(price)));
  return { qty, capped, wanted, missed: isNothing(qty) ? reason() : undefined } as const;
}

function closed(mirroring: Mirroring): Outcome {
  const { command, now, account, follow, lead } = mirroring;
  const { terms, quote } = command;
  const held = heldIn(account, lead.instrument);
  const copy = follow.copies.get(lead.instrument);
  if (held === undefined || copy?.position !== held.id || copy.traderPosition !== lead.position)
    return missed(mirroring, 'NO_COPY');
  const share = times(ofUnits(held.qty), fraction(lead.closed, lead.of));
  const qty = lead.closed === lead.of ? held.qty : cutToStep(share, terms);
  if (qty === 0n) return missed(mirroring, 'MIN_QTY');
  const gate = standsStill(terms, quote, now);
  if (gate !== undefined || quote === undefined)
    return waits(mirroring, gate === 'OPTION_STOPPED' ? 'STOPPED' : 'NO_PRICE');
  return closedAt(mirroring, { held, qty, quote });
}

function closedAt(
  mirroring: Mirroring,
  {
    held,
    qty,
    quote,
  }: { readonly held: Parameters<typeof partClosed>[1]; readonly qty: bigint; readonly quote: Quote },
): Outcome {
  const { command, account, follow, lead } = mirroring;
  const { terms } = command;
  const side = againstOf(lead.side);
  const found = worseOf(side, marketOf(side, quote), lead.price);
  const allowed = follow.exitGuard;
  const sizing = { ...sizingBody(mirroring, allowed), held: held.qty };
  if (found > allowed) return waits(mirroring, 'SLIPPAGE', { found, allowed, sizing });
  if (isFundingDue(account, held, terms)) return refused('FUNDING_DUE');
  const fills = partClosed(account, held, qty, { terms, quote });
  const body = settledOf(account, fills, { isAfterGap: false });
  return { body: { ...body, copy: copyMark(mirroring, sizing) } };
}
