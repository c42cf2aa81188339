// Loss limits of follows (docs/rules.md 5.4): each is looked at again when a price has moved so far that it could be
// reached, and not before. A tick costs what it reaches, however many follows there are.
import { amountOfUnits } from '@maru/engine/amount';
import { totalIfClosed } from '@maru/engine/copytrade/loss-limit';
import type { CopyFollow, CopytradeState } from '@maru/engine/copytrade/state';
import type { Quote } from '@maru/engine/futures/terms';
import type { Outcome } from '../desk/desk.ts';
import type { ProductParts } from '../product/server-product.ts';
import type { CopyNews } from './copied-state.ts';
import { copyPricesAt } from './copy-prices.ts';
import type { CommandSource, Sent } from './dispatch.ts';
import { createLossLevels } from './loss-levels.ts';

export interface LossWatch extends CommandSource {
  begin(): void;
  follow(news: CopyNews): void;
  tick(instrument: number, quote: Quote): void;
  /** What positions of the instrument have paid changed. */
  funded(instrument: number): void;
  stats(): { readonly watched: number; readonly valued: number };
}

/** So many are valued in one turn, with other work of the thread in between. */
const VALUED_AT_ONCE = 500;
/** After a refusal that a price alone does not end. */
const AGAIN_MS = 1_000;

type PriceParts = Parameters<typeof copyPricesAt>[0];

export function createLossWatch(
  parts: PriceParts & {
    readonly state: CopytradeState;
    readonly time: ProductParts['time'];
    readonly wake: () => void;
  },
): LossWatch {
  const { state, ground, time, wake } = parts;
  /** The number of the last valuation of each follow that is watched: levels of older ones no longer count. */
  const versions = new Map<number, number>();
  const levels = createLossLevels(({ id, version }) => versions.get(id) === version);
  /** Follows whose copies in the instrument had no price, or none to close on. */
  const unpriced = new Map<number, Set<number>>();
  /** To be valued. */
  const stale = new Set<number>();
  /** To be closed, and those that the desk closes now. */
  const due = new Set<number>();
  const sent = new Set<number>();
  let valued = 0;
  let isValuing = false;

  const isWatched = (follow: CopyFollow | undefined): follow is CopyFollow =>
    follow !== undefined &&
    follow.state === 'ACTIVE' &&
    follow.lossLimit !== undefined &&
    follow.copies.size > 0;

  function touch(id: number): void {
    if (isWatched(state.follows.get(id)) || versions.has(id)) stale.add(id);
  }

  function waitForPrice(id: number, instrument: number): void {
    const others = unpriced.get(instrument);
    if (others === undefined) unpriced.set(instrument, new Set([id]));
    else others.add(id);
  }

  function value(id: number, prices: ReturnType<typeof copyPricesAt>): void {
    const follow = state.follows.get(id);
    valued += 1;
    if (!isWatched(follow)) {
      versions.delete(id);
      due.delete(id);
      return;
    }
    versions.set(id, valued);
    const positions = ground.holdings.state.accounts.get(follow.follower)?.positions ?? new Map();
    const priced = prices.priced(follow.site, follow.copies.keys());
    const total = totalIfClosed(follow, positions, priced);
    if (total === undefined) {
      const known = new Set(priced.map(({ terms }) => terms.instrument));
      for (const instrument of follow.copies.keys()) if (!known.has(instrument)) waitForPrice(id, instrument);
      return;
    }
    const room = total + (follow.lossLimit ?? 0n);
    if (room <= 0n) {
      if (!sent.has(id)) due.add(id);
      return;
    }
    due.delete(id);
    // While no price of the account has moved by more than its part of what is left, nothing is reached.
    const each = amountOfUnits(room / BigInt(follow.copies.size));
    for (const { terms, quote } of priced) {
      const copy = follow.copies.get(terms.instrument);
      const side = positions.get(terms.instrument)?.side;
      if (copy === undefined || side === undefined) continue;
      levels.add({ id, version: valued, copy, side, terms, quote, room: each });
    }
  }

  function valueSome(): void {
    const prices = copyPricesAt(parts, time.clock());
    let count = 0;
    for (const id of stale) {
      stale.delete(id);
      value(id, prices);
      count += 1;
      if (count >= VALUED_AT_ONCE) break;
    }
    if (due.size > 0) wake();
    if (stale.size > 0) valueLater();
  }

  function valueLater(): void {
    if (isValuing) return;
    isValuing = true;
    setImmediate(() => {
      isValuing = false;
      valueSome();
    });
  }

  function answered(id: number, outcome: Outcome): void {
    sent.delete(id);
    const later = (): void => {
      touch(id);
      valueSome();
    };
    if (outcome.ok || outcome.refusal === 'NOT_REACHED') later();
    else if (outcome.refusal === 'NO_FRESH_PRICE' || outcome.refusal === 'PRICES_MISSING')
      for (const instrument of state.follows.get(id)?.copies.keys() ?? []) waitForPrice(id, instrument);
    else void time.wait(AGAIN_MS).then(later);
  }

  function touchHolders(instrument: number): void {
    for (const follow of state.follows.values())
      if (isWatched(follow) && follow.copies.has(instrument)) stale.add(follow.id);
    if (stale.size > 0) valueLater();
  }

  return {
    begin() {
      for (const follow of state.follows.values()) if (isWatched(follow)) stale.add(follow.id);
      if (stale.size > 0) valueLater();
    },
    follow({ event, notes }) {
      for (const note of notes) {
        if (note.kind === 'COPIED') touch(note.follow);
        if (note.kind === 'DETACHED') for (const id of note.follows) touch(id);
      }
      if (event?.kind === 'COPY_TRADER_SET') for (const id of event.detached) touch(id);
      else if (event?.kind === 'COPY_FOLLOW_CHANGED' || event?.kind === 'COPY_ENDED') touch(event.follow);
      if (stale.size > 0) valueLater();
    },
    tick(instrument, quote) {
      for (const id of levels.reach(instrument, quote)) stale.add(id);
      for (const id of unpriced.get(instrument) ?? []) stale.add(id);
      unpriced.delete(instrument);
      if (stale.size > 0 && !isValuing) valueSome();
    },
    funded: touchHolders,
    take(most) {
      const commands: Sent[] = [];
      const prices = copyPricesAt(parts, time.clock());
      for (const id of due) {
        if (commands.length >= most) break;
        due.delete(id);
        const follow = state.follows.get(id);
        if (!isWatched(follow)) continue;
        sent.add(id);
        const { site, follower, copies } = follow;
        commands.push({
          command: {
            kind: 'CLOSE_COPIES',
            site,
            player: follower,
            follow: id,
            cause: 'LOSS_LIMIT',
            priced: prices.priced(site, copies.keys()),
          },
          onOutcome: (outcome) => answered(id, outcome),
        });
      }
      return commands;
    },
    stats: () => ({ watched: versions.size, valued }),
  };
}
