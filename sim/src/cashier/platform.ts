// Staff, providers and the clock, in every process that is up: they find in the book what waits. They also do what they
// should not: decide twice, alone, about what they do not carry, too early, after the end.
import type { Amount } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { CashierPlatformCommand, CashierPlayerCommand } from '@maru/engine/cashier/commands';
import type { OpenRequest } from '@maru/engine/cashier/state';
import { HOUSE, playerId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { DeskProcess } from '../desk-process.ts';
import { type Dice, diceFor, share, streams } from '../dice.ts';
import type { Oracle } from '../oracle.ts';
import type { Stage } from '../stage.ts';
import { submitTo } from '../submit.ts';
import { siteOf } from '../workload.ts';
import { COIN, STAKED, STAKED_CODE, UNIT } from './asks.ts';
import { hashOf } from './codes.ts';

const RUNS = 60;
const TWO_FROM = (20n * UNIT) as Amount;
const STAFF = [901, 902, 903] as const;

type Submit = (command: CashierPlayerCommand | CashierPlatformCommand) => void;

interface Run {
  readonly seed: number;
  readonly dice: Dice;
  /** Nothing is done wrong any more. */
  readonly isCalm: boolean;
  readonly nowMs: number;
  readonly submit: Submit;
}

/** Runs until the machine dies. */
export async function startCashier(stage: Stage, oracle: Oracle, process: DeskProcess): Promise<void> {
  const { plan, faults } = stage;
  const { machine, desk } = process;
  const { seed } = plan;
  const submit: Submit = (command) =>
    submitTo(
      process,
      { stage, oracle },
      command,
      `${command.kind} ${'request' in command ? command.request : ''}`,
    );
  for (let run = 1; ; run += 1) {
    const paceMs = faults.isOver() ? 60 : plan.faultsEndMs / RUNS;
    await machine.wait(paceMs * (0.3 + 1.4 * share(seed, streams.schedule, machine.id, run, 19)));
    if (desk.state() !== 'OPEN') continue;
    const read = await desk.inspect((book) => openThings(book, stage.clock().nowMs));
    if (read === undefined || !machine.isAlive()) continue;
    const dice = diceFor(seed, 'schedule', machine.id * 10_000 + run, 79);
    const now = { seed, dice, isCalm: faults.isOver(), nowMs: read.seen.nowMs, submit };
    for (const request of read.seen.requests) decideOn(request, now);
    for (const { site, coupon, until } of read.seen.coupons)
      if (now.isCalm || now.nowMs >= until || dice.chance(0.02))
        submit({
          kind: 'END_COUPON',
          site,
          player: HOUSE,
          coupon,
          ...(dice.chance(0.3) ? { staff: STAFF[0] } : {}),
        });
    if (!now.isCalm) offer(stage, oracle, now, run);
  }
}

function openThings(book: Book, clockMs: number) {
  return {
    nowMs: Math.max(clockMs, book.lastAt),
    requests: [...book.cashier.requests.values()],
    coupons: Array.from(book.cashier.coupons.values(), ({ site, coupon, until }) => ({
      site,
      coupon,
      until,
    })),
  };
}

function decideOn(request: OpenRequest, { seed, dice, isCalm, nowMs, submit }: Run): void {
  const { id, site, player, channel, payUntil } = request;
  const own = { site, player, request: id };
  const by = { staff: dice.pick(STAFF) };
  const twoFrom = TWO_FROM;
  if (payUntil !== undefined && (nowMs >= payUntil || dice.chance(0.05)))
    submit({ kind: 'EXPIRE_REQUEST', ...own });
  // What somebody has in hand mostly waits until its player disputes it.
  const isTrade = request.type === 'WB' || request.type === 'WS';
  const isInHand = request.state === 'PROCESSING' && isTrade;
  if (!isCalm && isInHand && !request.isDisputed && dice.chance(0.93)) return;
  if (!isCalm && isTrade && !isInHand && dice.chance(0.1)) {
    submit({ kind: 'TAKE_REQUEST', ...own, by });
    return;
  }
  // Some requests stay open for a while, so that their players can cancel them or pay.
  const patience = 1_000 + 25_000 * share(seed, streams.workload, id, 49);
  if (!isCalm && nowMs < request.at + patience && dice.chance(0.9)) return;
  if (isCalm && dice.chance(0.3)) return;
  const draw = dice.below(100);
  if (draw < 20 && !isCalm) submit({ kind: 'TAKE_REQUEST', ...own, by });
  else if (draw < (request.state === 'PROCESSING' && request.type === 'WB' ? 50 : 30))
    submit({ kind: 'REJECT_REQUEST', ...own, by, reason: dice.chance(0.1) && !isCalm ? ' ' : '확인 불가' });
  else if (draw < 45 && !isCalm) submit(providerSays(request, dice, twoFrom));
  else {
    // Sometimes the rule for small amounts, also about what is not small.
    submit({ kind: 'APPROVE_REQUEST', ...own, by: draw >= 90 ? { rule: 'small' } : by, twoFrom });
    // The same person, or another one, in the same moment.
    if (dice.chance(0.3)) submit({ kind: 'APPROVE_REQUEST', ...own, by, twoFrom });
    if (dice.chance(0.4))
      submit({ kind: 'APPROVE_REQUEST', ...own, by: { staff: dice.pick(STAFF) }, twoFrom });
    if (dice.chance(0.05)) submit({ kind: 'APPROVE_REQUEST', ...own, by: { staff: player }, twoFrom });
  }
  if (channel === 'shop' && dice.chance(0.3) && !isCalm) submit(providerSays(request, dice, twoFrom));
}

/** Mostly what is right; sometimes another amount, another currency, or of another provider. */
function providerSays(
  { id, site, player, channel, amount, won, wallet }: OpenRequest,
  dice: Dice,
  twoFrom: Amount,
): CashierPlayerCommand {
  const provider = dice.chance(0.9) ? channel : 'shop';
  const by = { provider, external: `e${id}` };
  const currency = wallet === 'BINARY' ? 'KRW' : wallet;
  const right =
    won !== undefined && dice.chance(0.5) ? { amount: won, currency: 'KRW' } : { amount, currency };
  const wrong = dice.pick([
    { ...right, amount: (right.amount - 1n) as Amount },
    { ...right, currency: 'XRP' },
  ] as const);
  const received = dice.chance(0.15) ? wrong : right;
  return {
    ...{ kind: 'APPROVE_REQUEST', site, player, request: id, by, twoFrom },
    ...(dice.chance(0.05) ? {} : { received }),
  };
}

/** Grants and deductions, coins that nobody asked for, and codes. */
function offer({ plan }: Stage, oracle: Oracle, { seed, dice, nowMs, submit }: Run, run: number): void {
  const player = 1 + dice.below(plan.players);
  const own = { site: siteId(siteOf(player, plan.sites)), player: playerId(player) };
  const amount = (dice.pick([0n, 1n, 5n, 30n, 50n]) * UNIT) as Amount;
  // Where contracts are traded, too, the twin does not follow what is staked.
  const isStaked = plan.instruments === 0 && plan.contracts === 0;
  const wallet = isStaked && dice.chance(0.6) ? STAKED : COIN;
  const type = dice.chance(wallet === STAKED ? 0.8 : 0.4) ? 'PB' : 'PM';
  const all = (oracle.freeOf(player, wallet) - dice.pick([0n, 0n, UNIT])) as Amount;
  if (dice.chance(isStaked ? 0.7 : 0.3))
    submit({
      ...{
        kind: 'ASK_GRANT',
        ...own,
        type,
        wallet,
        amount: type === 'PM' && dice.chance(0.6) ? all : amount,
      },
      ...{ staff: dice.chance(0.05) ? player : dice.pick(STAFF), reason: dice.chance(0.05) ? '' : '이벤트' },
    });
  if (dice.chance(0.3)) {
    const external = `t${dice.below(40)}`;
    const channel = dice.pick(['chain', 'shop']);
    const credit = {
      ...({ kind: 'CREDIT_DEPOSIT', ...own, wallet: COIN, amount, channel } as const),
      ...{ by: { provider: dice.chance(0.05) ? 'other' : channel, external } },
      key: { key: `credit ${channel} ${external}`, fingerprint: `${amount} ${channel} ${player}` },
    };
    submit(credit);
    if (dice.chance(0.5)) submit(credit);
  }
  const site = 1 + (run % plan.sites);
  const number = dice.below(3);
  const terms =
    isStaked && number === STAKED_CODE
      ? { wallets: [STAKED], currency: 'KRW' }
      : { wallets: [COIN], currency: COIN };
  if (dice.chance(0.25))
    submit({
      ...{
        kind: 'ISSUE_COUPON',
        site: siteId(site),
        player: HOUSE,
        coupon: hashOf(seed, site, number),
      },
      ...{ ...terms, amount: (10n * UNIT) as Amount, uses: dice.pick([1, 1, 2, 5]) },
      turnover: (dice.pick([0n, 1n, 2n, 3n]) * UNIT) as Amount,
      from: (nowMs + dice.pick([0, 0, 0, 2_000])) as Millis,
      until: (nowMs + dice.pick([0, 5_000, 60_000, 200_000])) as Millis,
      ...{ askedBy: 901, approvedBy: dice.chance(0.1) ? 901 : 902 },
    });
}
