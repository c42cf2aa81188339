// The STOMP messages (spec §7 Realtime channels, docs/wire.md 8): every destination once, for server and client. Only
// types are imported from the calls, so that the browser does not have to load the schema library.
import type { RowType } from '@maru/engine/cashier/request-machine';
import type { RoundType } from '@maru/engine/rounds/round';
import type { WireTradeRound } from './binary/calls.ts';
import type { CoinArrival } from './cashier/coin-address.ts';
import type { P2pMessage } from './cashier/p2p.ts';
import type { WireMissedReason } from './copytrade/wire.ts';
import type { WalletPoint } from './fields.ts';
import type {
  WireFuturesCross,
  WireFuturesFill,
  WireFuturesLeverage,
  WireFuturesOrder,
  WireFuturesPosition,
} from './futures/wire.ts';
import type { FuturesPrice } from './market.ts';
import type { WireOrderGuard } from './oversea/guard.ts';

/** Served at this path as SockJS, and below it as a plain WebSocket with the same STOMP frames. */
export const SOCKJS_PATH = '/ws';
export const WEBSOCKET_PATH = '/ws/websocket';

/** Queues of the signed-in player. The connection decides whose queue it is, never the destination. */
export const playerQueues = {
  point: '/user/queue/point',
  trade: '/user/queue/trade',
  message: '/queue/message',
  force_logout: '/user/queue/force_logout',
  futures: '/user/queue/futures',
  cross: '/user/queue/cross',
  oversea: '/user/queue/oversea',
  oversea_cross: '/user/queue/oversea_cross',
  limits: '/user/queue/limits',
  dnw: '/user/queue/dnw',
  cashier: '/user/queue/cashier',
  notification: '/user/queue/notification',
} as const;

/** Queues of one connection; a guest has them too. */
export const connectionQueues = {
  error: '/user/queue/error',
  pong: '/user/queue/pong',
} as const;

export type PlayerQueue = keyof typeof playerQueues;
export type ConnectionQueue = keyof typeof connectionQueues;

/** Topics that anyone may subscribe to. `events` are sent one by one, `latest` keeps only the newest body of each key. */
export const topics = {
  notice: { destination: '/topic/notice', keeps: 'events' },
  oversea: { destination: '/topic/oversea', keeps: 'events' },
  futuresPrices: { destination: '/topic/futures_info', keeps: 'latest' },
  futures: { destination: '/topic/futures', keeps: 'events' },
  rounds: { destination: '/topic/trade_round', keeps: 'events' },
} as const;

/** One instrument's ticks; only instruments of the server's list can be subscribed to. */
export const tickTopic = (stock: string): `/topic/tick/${string}` => `/topic/tick/${stock}`;

/** The only destination a client may send to; answered on `/user/queue/pong`. */
export const PING = '/ping';

/** `seq` is the player's own sequence on player queues; it is absent on topics and connection queues. */
export interface Push<Type extends string = string, Body = unknown> {
  readonly type: Type;
  readonly seq?: number;
  readonly at: number;
  readonly data: Body;
}

/** Sent instead of missed pushes that are too old: fetch everything again. */
export interface Resync {
  readonly type: 'RESYNC';
}

/** The result of the player's bets on one round, after the money moved: one push for all of them. */
export interface BetResult {
  readonly tradeRoundId: number;
  readonly tradeOptionId: number;
  readonly bets: readonly {
    readonly id: number;
    /** 1 realized, 2 disqualified, 3 void. */
    readonly status: 1 | 2 | 3;
    readonly credit: string;
    /** The bet's own strike, where it has one. */
    readonly strikePrice?: string;
  }[];
  /** What the player won or lost with all of them; absent where nothing moved. */
  readonly net?: { readonly amount: string; readonly currency: string };
  /** What the round is called; absent where its instrument is not listed any more. */
  readonly round?: { readonly no: number; readonly stock: string; readonly type: RoundType };
}

/** A bet of the player was accepted: this informs the player's other screens. */
export interface BetPlacedPush {
  readonly id: number;
  readonly tradeRoundId: number;
  readonly tradeOptionId: number;
  readonly type: string;
  readonly point: string;
  readonly rate: string;
  readonly createdMillis: number;
}

/** For everybody: a round was decided, or staff halted, resumed or voided. `status` is 0 where nothing is decided. */
export interface RoundPush {
  readonly tradeRoundId: number;
  readonly tradeOptionId: number;
  readonly stock: string;
  readonly status: 0 | 1 | 2 | 3;
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  readonly voidReason: string | null;
  readonly voidText: string | null;
  /** Only of a drawn ball round. */
  readonly ball: WireTradeRound['ball'];
}

/** Rounds of one length switch together; a client counts down by server time and receives a push at each opening. */
export interface RoundSwitch {
  /** The type whose rounds opened: R1, B5, P1 … */
  readonly type: string;
  readonly openMillis: number;
}

export interface OptionState {
  readonly tradeOptionId: number;
  readonly isStop: 0 | 1;
  readonly reason: string | null;
}

/** The pushes of one instrument's own topic: enough to update a chart's last candle and the order form. */
export interface TickPush {
  readonly stock: string;
  readonly lastPrice: string;
  readonly bid: string;
  readonly ask: string;
  readonly markPrice: string;
  readonly priceChangePercent: number;
  readonly time: number;
}

export type OrderPushType = 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE';

export type PositionPushType = 'POSITION_OPEN' | 'POSITION_UPDATE' | 'POSITION_CLOSE' | 'POSITION_LIQUID';

export type FuturesPushType =
  | OrderPushType
  | PositionPushType
  | 'POSITION_UPDATE_LIQUIDPRICE'
  | 'POSITION_WARN'
  | 'COPYTRADE_OPEN'
  | 'COPYTRADE_CLOSE'
  | 'COPYTRADE_MISSED'
  | 'COPYTRADE_FOLLOW'
  | 'COPYTRADE_TRADER'
  | 'COPYTRADE_SHARE'
  | 'LEVERAGE_UPDATE';

/**
 * The changes of the player's orders and positions in one event, as the calls list them: those that ended have their
 * new status, a closed position has qty 0.
 */
export interface FuturesPush {
  readonly orders: readonly WireFuturesOrder[];
  readonly positions: readonly WireFuturesPosition[];
  readonly fills: readonly WireFuturesFill[];
  /** Of LEVERAGE_UPDATE. */
  readonly leverage?: WireFuturesLeverage;
  /** Of POSITION_WARN. */
  readonly warning?: FuturesWarning;
  /** Of POSITION_UPDATE_LIQUIDPRICE, which is a state and no event where it has no `seq`. */
  readonly liquidPrices?: readonly LiquidPrice[];
  /** The fills are copies: what is told of them is told as that. */
  readonly isCopied?: true;
  /** Of COPYTRADE_… alone. */
  readonly copy?: CopyPush;
}

/** What copy trading did, for the follower or for the trader, whose own fills came as those of everybody. */
export interface CopyPush {
  readonly role: 'FOLLOWER' | 'TRADER';
  /** Null of a trader, whom many follow. */
  readonly traderFollowerId: number | null;
  /** Of OPEN, CLOSE and MISSED. */
  readonly copied?: CopiedPush;
  /** Of FOLLOW: what became of it. A follower who is detached is told without a `seq`. */
  readonly follow?: 'BEGUN' | 'CHANGED' | 'DETACHED' | 'ENDED';
  /** Of a FOLLOW that ended. */
  readonly endedBy?: 'FOLLOWER' | 'TRADER' | 'PLATFORM';
  /** Of SHARE, and of a FOLLOW that ended. */
  readonly share?: { readonly share: string; readonly waived: string; readonly currency: string };
}

export interface CopiedPush {
  readonly futuresOptionId: number;
  readonly stock: string;
  /** Of the position. */
  readonly tradeType: 'LONG' | 'SHORT';
  readonly isOpen: boolean;
  /** As in the history of copies. */
  readonly cause: 'LEAD' | 'OWN' | 'LOSS_LIMIT' | 'LIQUIDATION' | 'OTHER';
  /** Null where it was missed. */
  readonly qty: string | null;
  readonly price: string | null;
  /** What closing realised, after fees and funding. */
  readonly net: string | null;
  /** Why it was missed. */
  readonly reason: WireMissedReason | null;
}

/** An isolated position, or all cross positions of the wallet, are close to their liquidation. */
export interface FuturesWarning {
  readonly wallet: string;
  readonly marginType: 'CROSS' | 'ISOLATED';
  /** Riskiest first. */
  readonly positions: readonly {
    readonly futuresPositionId: number;
    readonly futuresOptionId: number;
    readonly stock: string;
    readonly markPrice: string;
  }[];
  /** Maintenance over balance, a share. */
  readonly ratio: string;
  readonly balance: string;
  readonly maintenance: string;
}

export interface LiquidPrice {
  readonly futuresPositionId: number;
  readonly futuresOptionId: number;
  /** Null: none. */
  readonly liquidPrice: string | null;
}

/** The spec's cross, of one wallet: shown point = max(0, playerPoint + minusFundingFee + markPnl). */
export type FuturesCross = WireFuturesCross;

/**
 * The changes of the player's orders and positions in one event. Bodies are those of the calls: `orders` as
 * `open_order` lists them (those that ended have their new status), `positions` as `open_position` does (a closed one
 * has qty 0).
 */
export interface OverseaPush {
  readonly orders: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly fills: readonly unknown[];
}

/** The spec's cross: shown point = max(0, playerPoint + lastPnl + playerGameWaitPoint). */
export interface OverseaCross {
  readonly playerPoint: string;
  readonly playerGameWaitPoint: string;
  readonly lastPnl: string;
  readonly losscut: string;
  /** Free money, margin of overseas orders and positions, and lastPnl: compared with the level. */
  readonly equity: string;
}

/** The member's own limits for orders, after another device changed them. */
export interface OrderGuardPush {
  readonly guard: WireOrderGuard | null;
}

/** A row of the deposit and withdrawal history that was made or changed: read it again. */
export interface DnwPush {
  readonly dnwHistoryId: number;
  readonly type: RowType;
  /** 0 requested, 1 done, 2 rejected, 3 cancelled, 4 processing. */
  readonly status: 0 | 1 | 2 | 3 | 4;
  readonly walletType: string;
  /** Absent of a step that does not repeat it. */
  readonly amount?: string;
  /** Absent where no money has moved yet. */
  readonly currency?: string;
}

/** One message of a P2P request of the member, as the member reads it: also what another device of theirs wrote. */
export interface P2pMessagePush {
  readonly dnwHistoryId: number;
  readonly message: P2pMessage;
}

/** Coins on their way to an address of the member: seen, confirmed once more, credited or sent back. */
export interface ArrivalPush {
  readonly coinName: string;
  readonly arrival: CoinArrival;
}

/** A price alert of the member fired. */
export interface AlertFired {
  readonly alertId: number;
  readonly stock: string;
  readonly basis: 'LAST' | 'MARK';
  readonly fires: 'AT_OR_ABOVE' | 'AT_OR_BELOW';
  readonly level: string;
  /** The price that reached it. */
  readonly price: string;
  readonly koName: string;
  readonly enName: string;
  readonly precision: number;
  /** Where it is traded; null where that is not known. */
  readonly path: string | null;
  /** Whether the member wants to see it on the screen. */
  readonly inApp: boolean;
}

/** An economic indicator that the member wanted to be reminded of is released soon. */
export interface EconomicReminder {
  /** The notification's own name. */
  readonly id: string;
  readonly country: string;
  readonly nameKo: string;
  readonly nameEn: string;
  readonly releaseMillis: number;
  readonly minutes: number;
}

/** The session of an instrument ended, it rests, or staff closed it. */
export interface OverseaOptionClose {
  readonly overseaOptionId: number;
  readonly stock: string;
  readonly cause: 'SESSION_END' | 'REST_DAY' | 'EXPIRY' | 'STAFF_CLOSE';
  /** The reason staff entered. */
  readonly reason: string | null;
}

/** Staff let an instrument be traded, only reduced, or not at all. */
export interface InstrumentMode {
  readonly stock: string;
  readonly mode: 'NORMAL' | 'REDUCE_ONLY' | 'STOPPED';
}

/** The pushes of each queue. Orders and positions get their bodies from the contract of their product. */
export interface QueuePushes {
  readonly point: Push<'POINT', WalletPoint>;
  /** A result is pushed here as one BET_RESULT, and on `point` with the same `seq` as the wallet it changed. */
  readonly trade: Push<'BET_PLACED', BetPlacedPush> | Push<'BET_RESULT', BetResult>;
  readonly message: Push<'MESSAGE', { readonly kind: string; readonly unread: number }>;
  readonly force_logout: Push<'FORCE_LOGOUT', { readonly message: string }>;
  readonly futures: Push<FuturesPushType, FuturesPush>;
  /** A wallet of coin futures at the newest marks. A state and no event: it has no `seq`. */
  readonly cross: Push<'FUTURES_CROSS', FuturesCross>;
  readonly oversea: Push<OrderPushType | PositionPushType | 'OVERNIGHT_UPDATE', OverseaPush>;
  /** The account at the newest prices. A state and no event: it has no `seq`. */
  readonly oversea_cross: Push<'OVERSEA_CROSS', OverseaCross> | Push<'ORDER_GUARD', OrderGuardPush>;
  /** The member's own limits changed, here or on another device: they are read again. */
  readonly limits: Push<'LIMITS', { readonly cause: 'SET' | 'TAKEN_BACK' | 'COOL_OFF' | 'EXCLUDED' }>;
  readonly dnw: Push<'DNW', DnwPush>;
  /** What is no event of the account, so it has no `seq`: after a lost connection it is read again. */
  readonly cashier: Push<'P2P_MESSAGE', P2pMessagePush> | Push<'ARRIVAL', ArrivalPush>;
  /** No event of the account either: the notification centre lists what was missed. */
  readonly notification: Push<'PRICE_ALERT', AlertFired> | Push<'ECONOMIC_REMINDER', EconomicReminder>;
  readonly error: Push<'ERROR', { readonly status: number; readonly code: string; readonly message: string }>;
  readonly pong: Push<'PONG', null>;
}

/** The pushes of each topic; ticks have their own topic per instrument. */
export interface TopicPushes {
  readonly notice: Push<'FORCE_NOTICE' | 'NOTICE'>;
  readonly oversea:
    | Push<'OVERSEA_OPTION_CLOSE', OverseaOptionClose>
    | Push<'OVERSEA_OPTION_MODE', InstrumentMode>;
  readonly futures: Push<'FUTURES_OPTION_MODE', InstrumentMode>;
  readonly futuresPrices: Readonly<Record<string, FuturesPrice>>;
  readonly rounds:
    | Push<'ROUND_RESULT', RoundPush>
    | Push<'ROUND_VOID', RoundPush>
    | Push<'ROUND_OPEN', RoundSwitch>
    | Push<'OPTION_STATE', OptionState>;
}

/** Header of a SUBSCRIBE to a player queue: the last sequence number received before the connection was lost. */
export const SINCE_HEADER = 'since';

/** Our close codes, in the range that the standard leaves to applications. */
export const CLOSED_SIGNED_OUT = 4401;
export const CLOSED_TOO_SLOW = 4408;
export const CLOSED_TOO_MANY = 4429;
