// The naive twin: the rules of the account once more, plain and slow, written from the rule book and not from the
// engine. It applies the journal, checks that every event is allowed, and describes the book that must result.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { decimal } from './decimal.ts';
import { ownerOfEvent, simProducts, type TwinParts } from './products.ts';
import { expectedLegs, type Leg, type Moves, pursesOf, unitsIn } from './twin-legs.ts';
import { judge, type Verdict } from './twin-rules.ts';
import { Violation } from './violation.ts';

export interface TwinPlayer {
  readonly id: number;
  readonly site: number;
  readonly role: string;
  blocked: boolean;
  version: number;
  seq: number;
  readonly wallets: Map<string, { readonly currency: string; readonly places: number; run: number }>;
  answers: {
    readonly key: string;
    readonly fingerprint: string;
    readonly event: number;
    readonly at: number;
  }[];
}

interface CoreState {
  lastEvent: number;
  lastAt: number;
  readonly players: Map<number, TwinPlayer>;
  readonly money: Map<string, { readonly site: number; readonly currency: string; units: bigint }>;
  readonly holds: Map<
    number,
    { readonly player: number; readonly wallet: string; readonly units: bigint; readonly purpose: string }
  >;
}

export type TwinState = CoreState & TwinParts;

export interface Twin {
  readonly state: TwinState;
  /** As it would be decided at this moment. */
  judge(command: AnyCommand, now: number): Verdict;
  /** Applies an event of the journal, or throws what is wrong with it. */
  follow(event: AnyEvent): void;
  /** Throws where the event moves other money than the rules. Of what one player does. */
  checkMoves(event: AnyEvent): void;
  describe(): string;
}

const HOUR_MS = 3_600_000;
const BEYOND = 2n ** 63n;

export function createTwin(): Twin {
  const core: CoreState = {
    lastEvent: 0,
    lastAt: 0,
    players: new Map(),
    money: new Map(),
    holds: new Map(),
  };
  const parts = simProducts.map((product) => product.emptyTwin());
  const state = Object.assign(core, ...parts) as TwinState;

  function follow(event: AnyEvent): void {
    if (event.id !== state.lastEvent + 1)
      throw new Violation('I-05', `event ${event.id} after ${state.lastEvent}`);
    if (event.at < state.lastAt) throw new Violation('I-10', `engine time goes back at event ${event.id}`);
    for (const product of simProducts) product.checkNotes?.(state, event);
    const moves = ownerOfEvent(event)?.platformMoves?.(state, event);
    if (moves === undefined) followPlayer(event);
    else followPlatform(event, moves);
    for (const product of simProducts) product.follow?.(state, event);
  }

  function followPlayer(event: AnyEvent): void {
    const [step, ...others] = event.steps;
    const meant = ownerOfEvent(event)?.alsoTouched?.(event) ?? [];
    if (step === undefined || others.map(({ player }) => player).join() !== meant.join())
      throw new Violation('I-06', `event ${event.id} has ${event.steps.length} players`);
    const before = state.players.get(step.player);
    if ((before === undefined) !== (event.kind === 'ACCOUNT_OPENED'))
      throw new Violation('I-06', `event ${event.id} of ${event.kind} for player ${step.player}`);
    for (const each of event.steps) checkStep(state, event, each);
    const legs = expectedLegs(state, event, step.player);
    moveAll(event, legs);
    change(state, event, step.player);
    for (const each of event.steps) (state.players.get(each.player) as TwinPlayer).seq = each.seq;
    rememberAnswer(state.players.get(step.player) as TwinPlayer, event);
    for (const each of event.steps) checkHeld(state, each.player);
    checkOwed(state, event, legs);
  }

  /** What the platform does to a round: it touches nobody, or everybody whom it pays. */
  function followPlatform(event: AnyEvent, { players, legs }: Moves): void {
    if (event.answers !== undefined)
      throw new Violation('I-06', `event ${event.id} of the platform answers a player`);
    if (event.steps.map((step) => step.player).join() !== players.join())
      throw new Violation('I-34', `event ${event.id} touches ${event.steps.length} players, not ${players}`);
    for (const step of event.steps) checkStep(state, event, step);
    moveAll(event, legs);
    ownerOfEvent(event)?.change(state, event, 0);
    checkOwed(state, event, legs);
    for (const { player: id, seq } of event.steps) {
      (state.players.get(id) as TwinPlayer).seq = seq;
      checkHeld(state, id);
    }
  }

  function moveAll(event: AnyEvent, legs: readonly Leg[]): void {
    compareLegs(event, legs);
    state.lastEvent = event.id;
    state.lastAt = event.at;
    for (const leg of legs) move(state, event, leg);
    checkAfter(state, event, legs);
  }

  function rememberAnswer(player: TwinPlayer, event: AnyEvent): void {
    if (event.answers === undefined) return;
    const { key, fingerprint } = event.answers;
    const hour = Math.floor(event.at / HOUR_MS);
    const young = player.answers.filter((answer) => Math.floor(answer.at / HOUR_MS) >= hour - 24);
    if (young.some((answer) => answer.key === key))
      throw new Violation('I-16', `key ${JSON.stringify(key)} of player ${player.id} takes effect twice`);
    player.answers = [...young, { key, fingerprint, event: event.id, at: event.at }];
  }

  let described: { readonly event: number; readonly text: string } | undefined;

  return {
    state,
    judge: (command, now) => judge(state, command, now),
    follow,
    checkMoves(event) {
      const [step] = event.steps;
      if (step !== undefined) compareLegs(event, expectedLegs(state, event, step.player));
    },
    describe() {
      // Between two events nothing changes.
      if (described?.event !== state.lastEvent) described = { event: state.lastEvent, text: describe(state) };
      return described.text;
    },
  };
}

function move(state: TwinState, event: AnyEvent, leg: Leg): void {
  for (const [purse, by] of [
    [leg.from, -leg.units],
    [leg.to, leg.units],
  ] as const) {
    const line = state.money.get(purse) ?? { site: event.site, currency: leg.currency, units: 0n };
    if (line.site !== event.site || line.currency !== leg.currency)
      throw new Violation('I-02', `event ${event.id} moves money across sites or currencies at ${purse}`);
    line.units += by;
    state.money.set(purse, line);
  }
}

function checkStep(state: TwinState, event: AnyEvent, step: AnyEvent['steps'][number]): void {
  const before = state.players.get(step.player);
  if (before !== undefined && before.site !== event.site)
    throw new Violation('I-02', `event ${event.id} is on another site`);
  if (step.seq !== (before?.seq ?? 0) + 1)
    throw new Violation('I-23', `player ${step.player} goes from ${before?.seq ?? 0} to ${step.seq}`);
}

function compareLegs(event: AnyEvent, legs: readonly Leg[]): void {
  const written = event.transfers.map(
    ({ from, to, currency, amount, reason }) => `${from}>${to} ${currency} ${amount} ${reason}`,
  );
  const meant = legs.map(
    ({ from, to, currency, units, reason }) => `${from}>${to} ${currency} ${units} ${reason}`,
  );
  if (written.join('; ') !== meant.join('; '))
    throw new Violation(
      'TWIN',
      `event ${event.id} moves [${written.join('; ')}], the rules [${meant.join('; ')}]`,
    );
  for (const { amount } of event.transfers) {
    if (typeof amount !== 'bigint' || amount <= 0n || amount >= BEYOND)
      throw new Violation('I-07', `event ${event.id} (${event.kind}) moves ${String(amount)}`);
  }
}

const touchedBy = (legs: readonly Leg[]) => new Set(legs.flatMap(({ from, to }) => [from, to]));

function checkAfter(state: TwinState, event: AnyEvent, legs: readonly Leg[]): void {
  for (const purse of touchedBy(legs)) {
    if (purse.startsWith('house:')) continue;
    const units = unitsIn(state, purse);
    const written = event.after.find((after) => after.purse === purse)?.balance;
    if (written !== units)
      throw new Violation('I-03', `event ${event.id} says ${purse} has ${written}, it has ${units}`);
  }
}

/** Once everything has changed: no player owes, except in the purse for debt or while something open covers it. */
function checkOwed(state: TwinState, event: AnyEvent, legs: readonly Leg[]): void {
  for (const purse of touchedBy(legs)) {
    const units = unitsIn(state, purse);
    if (units >= 0n || purse.startsWith('house:') || mayOwe(state, purse)) continue;
    throw new Violation('I-04', `${purse} is at ${units} after event ${event.id}`);
  }
}

function change(state: TwinState, event: AnyEvent, id: number): void {
  const player = state.players.get(id);
  switch (event.kind) {
    case 'ACCOUNT_OPENED':
      state.players.set(id, {
        id,
        site: event.site,
        role: event.role,
        blocked: false,
        version: 1,
        seq: 0,
        wallets: new Map(
          event.wallets.map(({ type, currency, places }) => [type, { currency, places, run: 1 }]),
        ),
        answers: [],
      });
      return;
    case 'PRACTICE_REFILLED': {
      const wallet = player?.wallets.get(event.wallet);
      if (wallet === undefined || event.run !== wallet.run + 1)
        throw new Violation('TWIN', `event ${event.id} starts run ${event.run} after ${wallet?.run}`);
      wallet.run = event.run;
      return;
    }
    case 'FUNDS_HELD': {
      const { wallet, amount, purpose } = event;
      state.holds.set(event.id, { player: id, wallet, units: amount, purpose });
      return;
    }
    case 'FUNDS_RELEASED':
      if (!state.holds.delete(event.hold)) throw new Violation('I-13', `hold ${event.hold} ends twice`);
      return;
    case 'ACCOUNT_BLOCKED':
    case 'ACCOUNT_UNBLOCKED':
      if (player) player.blocked = event.kind === 'ACCOUNT_BLOCKED';
      return;
    case 'SESSIONS_ENDED':
      if (player === undefined || event.sessionVersion !== player.version + 1)
        throw new Violation('I-79', `event ${event.id} sets session ${event.sessionVersion}`);
      player.version = event.sessionVersion;
      return;
    default:
      ownerOfEvent(event)?.change(state, event, id);
  }
}

/** I-11 for one player: what waits is held, staked on rounds that are not paid, or locked for contracts. */
function checkHeld(state: TwinState, id: number): void {
  for (const type of state.players.get(id)?.wallets.keys() ?? []) {
    let held = 0n;
    for (const hold of state.holds.values())
      if (hold.player === id && hold.wallet === type) held += hold.units;
    for (const product of simProducts) held += product.lockedOf(state, id, type);
    const waits = unitsIn(state, pursesOf(id, type).wait);
    if (held !== waits) throw new Violation('I-11', `player ${id} ${type}: ${waits} waits, ${held} is held`);
  }
}

/** Besides the house: a player by this purse, and what open contracts cover. */
const mayOwe = (state: TwinState, purse: string) =>
  purse.endsWith(':debt') || simProducts.some((product) => product.isCovered?.(state, purse) === true);

/** In the words of the engine's own description of a book, so that the two can be compared as texts. */
function describe(state: TwinState): string {
  const lines = [`events ${state.lastEvent} at ${state.lastAt}`];
  for (const [id, { site, currency, units }] of state.money) {
    const owner = id.startsWith('house:') ? '-' : id.split(':')[0];
    lines.push(`purse ${id} ${site} ${owner} ${currency} ${decimal(units)}`);
  }
  for (const { id, site, role, blocked, version, seq, wallets, answers } of state.players.values()) {
    lines.push(`player ${id} ${site} ${role} ${blocked} v${version} #${seq}`);
    for (const [type, { currency, places, run }] of wallets)
      lines.push(`wallet ${id} ${type} ${currency} ${places} run ${run}`);
    for (const { key, fingerprint, event } of answers)
      lines.push(`answer ${id} ${JSON.stringify(key)} ${JSON.stringify(fingerprint)} ${event}`);
  }
  for (const [id, { player, wallet, units, purpose }] of state.holds)
    lines.push(`hold ${id} ${player} ${wallet} ${decimal(units)} ${JSON.stringify(purpose)}`);
  for (const product of simProducts) lines.push(...product.describe(state));
  return lines.sort().join('\n');
}

/** I-02 and I-04 over everything: each site's money of each currency sums to nothing, and only the house owes. */
export function checkLedger(state: TwinState): void {
  const sums = new Map<string, bigint>();
  for (const [id, { site, currency, units }] of state.money) {
    sums.set(`${site} ${currency}`, (sums.get(`${site} ${currency}`) ?? 0n) + units);
    if (id.startsWith('house:')) continue;
    const isWrong = id.endsWith(':debt') ? units > 0n : units < 0n && !mayOwe(state, id);
    if (isWrong) throw new Violation('I-04', `${id} is at ${units}`);
  }
  for (const [name, total] of sums)
    if (total !== 0n) throw new Violation('I-02', `the money of site and currency ${name} sums to ${total}`);
  for (const product of simProducts) product.checkHouse?.(state);
}

/** L-2: nothing waits for its end any more. */
export const isAllSettled = (state: TwinState, seed: number): boolean =>
  simProducts.every((product) => product.isSettled(state, seed));

/** Nobody with a hold or with something of a product that is open may leave the book. */
export const hasSomethingOpen = (state: TwinState, player: number): boolean =>
  [...state.holds.values()].some((hold) => hold.player === player) ||
  simProducts.some((product) => product.hasOpen(state, player));
