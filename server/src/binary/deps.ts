// What binary options need from the rest of the platform; `platform.ts` provides it.
import type { OptionState, Push, RoundPush, RoundSwitch } from '@maru/contract/realtime';
import type { Amount, Rate } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import type { Log } from '../log/log.ts';
import type { Listed } from '../market/listed.ts';

/** What a round needs of its site. */
export interface BinarySite {
  readonly id: SiteId;
  readonly moneyMode: 'PRACTICE' | 'LIVE';
  readonly binaryCurrency: string;
  readonly features: { readonly binary: boolean; readonly powerBall: boolean };
  readonly wallets: readonly { readonly type: string; readonly currency: string; readonly places: number }[];
}

export interface BinarySites {
  all(): readonly BinarySite[];
  byId(id: SiteId): BinarySite | undefined;
}

/** The odds of every ball market on a site, stake included. */
export interface BallOdds {
  oddsOf(site: SiteId): ReadonlyMap<string, Rate>;
}

export type TopicPush =
  | Push<'ROUND_RESULT', RoundPush>
  | Push<'ROUND_VOID', RoundPush>
  | Push<'ROUND_OPEN', RoundSwitch>
  | Push<'OPTION_STATE', OptionState>;

export interface BinaryDeps {
  readonly database: Database;
  readonly desk: Desk;
  readonly instruments: readonly Instrument[];
  readonly listed: Listed;
  readonly sites: BinarySites;
  readonly prices: {
    latest(stock: string): Tick | undefined;
    condition(stock: string, now: Millis): string;
    /** Whether the source itself stamps its ticks: a bet with a strike of its own needs that. */
    stampsTicks(stock: string, now: Millis): boolean;
  };
  readonly record: {
    /** Ticks that are not sealed yet, in order. */
    open(stock: string): readonly Tick[];
  };
  /** Every admitted tick, also those that came late. */
  readonly onTick: (listen: (tick: Tick) => void) => () => void;
  /** Until when an earlier process has recorded every tick; undefined on a first start. */
  readonly recordedUntil: Millis | undefined;
  readonly ball: BallOdds;
  /** How much of a player's free money open positions elsewhere need; nothing where there are none. */
  readonly reservedFor?: ((player: PlayerId, now: Millis) => Amount) | undefined;
  /** To all clients of the site. Called only for what is durable. */
  readonly publish: (site: SiteId, push: TopicPush) => void;
  readonly time: {
    readonly clock: () => Millis;
    readonly wait: (ms: number) => Promise<void>;
  };
  readonly log: Log;
}
