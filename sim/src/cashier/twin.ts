// The cashier as the twin remembers it: plain records, and nothing of the engine.

export interface TwinRequest {
  readonly id: number;
  readonly at: number;
  readonly player: number;
  readonly site: number;
  readonly type: string;
  readonly wallet: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly channel: string;
  readonly won: bigint | undefined;
  readonly payUntil: number | undefined;
  readonly staff: number | undefined;
  readonly state: 'REQUESTED' | 'PROCESSING';
  readonly inHandAt: number | undefined;
  readonly isDisputed: boolean;
  readonly confirmedBy: number | undefined;
}

export interface TwinCoupon {
  readonly id: number;
  readonly site: number;
  readonly hash: string;
  readonly wallets: readonly string[];
  readonly currency: string;
  readonly amount: bigint;
  readonly uses: number;
  readonly turnover: bigint;
  readonly from: number;
  readonly until: number;
  readonly usedBy: readonly number[];
}

export interface TwinBonus {
  readonly id: number;
  readonly player: number;
  readonly wallet: string;
  readonly locked: bigint;
  readonly left: bigint;
}

export interface TwinCashier {
  readonly requests: Map<number, TwinRequest>;
  /** How each request has ended, which it does once. */
  readonly ended: Map<number, string>;
  /** By site and hash. */
  readonly coupons: Map<string, TwinCoupon>;
  readonly bonuses: Map<number, TwinBonus>;
  /** Money that coupons and grants gave less deductions, by purse. */
  readonly given: Map<string, bigint>;
}

export const emptyTwinCashier = (): TwinCashier => ({
  requests: new Map(),
  ended: new Map(),
  coupons: new Map(),
  bonuses: new Map(),
  given: new Map(),
});

export const couponName = (site: number, hash: string): string => `${site}:${hash}`;

export const requestsOf = ({ requests }: TwinCashier, player: number): readonly TwinRequest[] =>
  [...requests.values()].filter((request) => request.player === player);

/** Oldest first. */
export const bonusesIn = ({ bonuses }: TwinCashier, player: number, wallet: string): readonly TwinBonus[] =>
  [...bonuses.values()]
    .filter((bonus) => bonus.player === player && bonus.wallet === wallet)
    .sort((a, b) => a.id - b.id);

export const isOut = (type: string): boolean => type === 'W' || type === 'WS';
export const isIn = (type: string): boolean => type === 'D' || type === 'WB';
