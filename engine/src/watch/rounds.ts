// Rounds over everybody whose account may be worth something else since a moment: after new settings, or an event such
// as funding. There may be a hundred thousand of them, so they are judged in slices, and prices arrive in between. Those
// are kept until the rounds are over: whoever's turn comes later is judged by each of them, as if it had been at once.
import type { Millis } from '../time.ts';
import type { Live, WatchMarket } from './market.ts';
import type { SeenPrices, WatchTypes } from './rules.ts';

type Priced<Types extends WatchTypes> = Pick<Live<Types['quote']>, 'quote' | 'gapMs'>;

interface Ticked<Types extends WatchTypes> extends Priced<Types> {
  readonly moment: number;
  readonly instrument: number;
  readonly now: Millis;
}

/** A moment at which a part of an account has to be judged, or had to be. */
export interface Moment<Types extends WatchTypes> {
  /** The tick of that moment. Absent for the first of a round: then it is judged in any case. */
  readonly tick?: { readonly instrument: number; readonly quote: Types['quote'] };
  readonly prices: SeenPrices<Types>;
}

interface Round<Types extends WatchTypes, Turn> {
  readonly begunAt: number;
  readonly now: Millis;
  /** Only who holds it is in the round; without it everybody is. */
  readonly instrument: number | undefined;
  readonly prices: ReadonlyMap<number, Priced<Types>>;
  readonly turns: Iterator<Turn>;
  isOver: boolean;
}

export interface Rounds<Types extends WatchTypes, Turn> {
  readonly isEmpty: boolean;
  /** Grows with every tick and every round: what was judged at a moment knows all before it. */
  moment(): number;
  /** The turns are read as they are when they come. Those of older rounds come first. */
  begin(turns: Iterable<Turn>, now: Millis, instrument?: number): void;
  take(limit: number): readonly Turn[];
  /** What was taken is judged: rounds without further turns are forgotten. */
  taken(): void;
  /** The instrument has a new live price. */
  ticked(instrument: number, now: Millis): void;
  /** What happened since the newest round for a part that was last judged then. Undefined: it is in none, or judged. */
  missed(judgedAt: number, instrumentsOf: () => ReadonlySet<number>): Iterable<Moment<Types>> | undefined;
}

export function createRounds<Types extends WatchTypes, Turn>(
  market: Pick<WatchMarket<Types>, 'lives' | 'liveOf' | 'seenThen'>,
): Rounds<Types, Turn> {
  let rounds: Round<Types, Turn>[] = [];
  let ticks: Ticked<Types>[] = [];
  let moment = 0;

  function* momentsSince(
    round: Round<Types, Turn>,
    instruments: ReadonlySet<number>,
  ): Iterable<Moment<Types>> {
    const known = new Map(round.prices);
    yield { prices: market.seenThen(known, round.now) };
    for (const { moment: at, instrument, quote, gapMs, now } of ticks) {
      if (at < round.begunAt || quote === undefined || !instruments.has(instrument)) continue;
      known.set(instrument, { quote, gapMs });
      yield { tick: { instrument, quote }, prices: market.seenThen(known, now) };
    }
  }

  return {
    get isEmpty() {
      return rounds.every(({ isOver }) => isOver);
    },
    moment: () => moment,
    begin(turns, now, instrument) {
      moment += 1;
      const prices = new Map<number, Priced<Types>>();
      for (const [each, { quote, gapMs }] of market.lives()) prices.set(each, { quote, gapMs });
      const round = { begunAt: moment, now, instrument, prices, turns: turns[Symbol.iterator]() };
      rounds.push({ ...round, isOver: false });
    },
    take(limit) {
      const taken: Turn[] = [];
      // A round that ends counts too, so that one call does not go through many that are empty.
      for (let looked = 0; looked < limit; looked++) {
        const round = rounds.find(({ isOver }) => !isOver);
        if (round === undefined) break;
        const next = round.turns.next();
        if (next.done === true) round.isOver = true;
        else taken.push(next.value);
      }
      return taken;
    },
    taken() {
      rounds = rounds.filter(({ isOver }) => !isOver);
      if (rounds.length === 0) ticks = [];
    },
    ticked(instrument, now) {
      if (rounds.length === 0) return;
      moment += 1;
      const { quote, gapMs } = market.liveOf(instrument);
      ticks.push({ moment, instrument, quote, gapMs, now });
    },
    missed(judgedAt, instrumentsOf) {
      if (rounds.length === 0) return undefined;
      const instruments = instrumentsOf();
      const round = rounds.findLast(
        ({ instrument }) => instrument === undefined || instruments.has(instrument),
      );
      return round === undefined || judgedAt >= round.begunAt ? undefined : momentsSince(round, instruments);
    },
  };
}
