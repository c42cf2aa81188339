// Rounds that guests try, and how they become part of a new account.
import { randomInt } from 'node:crypto';
import { myTrials, trialReceipt, trialTicks, tryRound } from '@maru/contract/trial/calls';
import type { Amount } from '@maru/engine/amount';
import { plus, toDecimal, ZERO } from '@maru/engine/amount';
import {
  TRIAL_RATE,
  TRIAL_STAKE,
  TRIAL_STOCK,
  TRIAL_WALLET,
  trialProfit,
  trialSpan,
} from '@maru/engine/binary/trial';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, MINUTE_MS, type Millis } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { Tx } from '../db/database.ts';
import type { OpenedFeature } from '../feature/server-feature.ts';
import { serve } from '../http/serve.ts';
import type { Log } from '../log/log.ts';
import { knownUntil } from '../market/record-gaps.ts';
import { isSealed, saveProofMinutes } from '../market/recorded-minutes.ts';
import type { RecordParts } from '../market/recorded-ticks.ts';
import type { ProductParts } from '../product/server-product.ts';
import { minutesOf, receiptOf, receiptTicksOf, resultOf } from './receipts.ts';
import { insertClaim, isClaimed, listClaims, listUnproven, markProven } from './store.ts';
import { readTrialToken, type Trial, trialTokenOf } from './token.ts';

/** Whoever signs up within this time keeps the results. The record has every tick for two days. */
const CLAIM_WITHIN_MS = DAY_MS;
const PROVE_EVERY_MS = MINUTE_MS;
const MOST_PROVEN_AT_ONCE = 200;
const MOST_ID = 2 ** 47;

interface TrialParts extends RecordParts {
  readonly secret: string;
  readonly prices: Pick<ProductParts['prices'], 'usable'>;
  readonly coverage?: ProductParts['coverage'];
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}

/** A round that is decided and belongs to nobody yet. */
interface FreeTrial extends Trial {
  readonly profit: Amount;
}

export interface Trials extends Pick<OpenedFeature, 'routes'> {
  /** Undefined when the token is not ours, of another site, too old, claimed before, or its round still runs. */
  find(site: SiteId, token: string): Promise<FreeTrial | undefined>;
  claim(tx: Tx, trial: FreeTrial, player: PlayerId): Promise<boolean>;
  /** The rounds that belong to this account, as its opening takes them: by the newest id, with what all came to. */
  of(
    site: SiteId,
    player: PlayerId,
  ): Promise<{ readonly id: number; readonly wallet: string; readonly profit: Amount } | undefined>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Copies the minutes of claimed rounds; the loop calls it every minute. */
  prove(): Promise<void>;
}

export function createTrials(parts: TrialParts): Trials {
  const { database, secret, prices, coverage, time, log } = parts;

  const isFresh = ({ acceptedAt }: Trial, now: Millis): boolean =>
    acceptedAt <= now && now - acceptedAt <= CLAIM_WITHIN_MS;

  function readToken(site: SiteId, token: string, now: Millis): Trial | undefined {
    const trial = readTrialToken(secret, token);
    return trial !== undefined && trial.site === site && isFresh(trial, now) ? trial : undefined;
  }

  async function prove(): Promise<void> {
    await database.transaction(async (tx) => {
      const waiting = await listUnproven(tx, earlier(time.clock(), MINUTE_MS), MOST_PROVEN_AT_ONCE);
      const ready = [];
      for (const claim of waiting)
        if (await isSealed(tx, TRIAL_STOCK, minutesOf(claim).at(-1) ?? 0)) ready.push(claim);
      const wanted = ready.flatMap((claim) =>
        minutesOf(claim).map((minute) => ({ stock: TRIAL_STOCK, minute })),
      );
      await saveProofMinutes(tx, wanted);
      if (ready.length > 0) await markProven(tx, ready);
    });
  }
  const proving = createLoop({
    work: prove,
    restMs: () => PROVE_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'trial: copying the minutes of receipts failed, retrying',
  });

  const claimsOf = (site: SiteId, player: PlayerId) =>
    database.transaction((tx) => listClaims(tx, site, player));

  interface Asking {
    readonly site: SiteId;
    readonly query: { readonly token?: string | undefined; readonly id?: number | undefined };
    readonly principal?: { readonly player: PlayerId } | undefined;
    readonly now: Millis;
  }

  async function asked({ site, query, principal, now }: Asking): Promise<Trial | undefined> {
    if (query.token !== undefined) return readToken(site, query.token, now);
    if (principal === undefined) return undefined;
    const mine = await claimsOf(site, principal.player);
    return query.id === undefined ? mine[0] : mine.find(({ id }) => id === query.id);
  }

  return {
    routes: [
      serve(tryRound, async ({ body: { type }, site, now }) => {
        if (prices.usable(TRIAL_STOCK, now) === undefined) return { ok: false, refusal: 'TRIAL_UNAVAILABLE' };
        const side = type === 'LONG' ? 'UP' : 'DOWN';
        const trial: Trial = { id: randomInt(1, MOST_ID), site, side, acceptedAt: now };
        return {
          ok: true,
          reply: {
            token: trialTokenOf(secret, trial),
            stock: TRIAL_STOCK,
            type,
            point: toDecimal(TRIAL_STAKE),
            rate: toDecimal(TRIAL_RATE),
            acceptedMillis: now,
            closeMillis: trialSpan(now).close,
          },
        };
      }),
      serve(myTrials, async ({ principal: { site, player } }) => ({
        ok: true,
        reply: {
          content: (await claimsOf(site, player)).map(({ id, side, acceptedAt, profit }) => ({
            id,
            type: side === 'UP' ? ('LONG' as const) : ('SHORT' as const),
            acceptedMillis: acceptedAt,
            profit: toDecimal(profit),
          })),
        },
      })),
      serve(trialReceipt, async (asking) => {
        const trial = await asked(asking);
        if (trial === undefined) return { ok: false, refusal: 'TRIAL_NOT_FOUND' };
        return { ok: true, reply: await receiptOf(parts, trial, knownUntil(coverage, asking.now)) };
      }),
      serve(trialTicks, async (asking) => {
        const trial = await asked(asking);
        if (trial === undefined) return { ok: false, refusal: 'TRIAL_NOT_FOUND' };
        return { ok: true, reply: await database.transaction((tx) => receiptTicksOf(tx, trial)) };
      }),
    ],
    async find(site, token) {
      const now = time.clock();
      const trial = readToken(site, token, now);
      if (trial === undefined) return undefined;
      const judged = await resultOf(parts, trial, knownUntil(coverage, now));
      if (judged === undefined) return undefined;
      const isTaken = await database.transaction((tx) => isClaimed(tx, trial));
      return isTaken ? undefined : { ...trial, profit: trialProfit(judged.outcome) };
    },
    claim: (tx, trial, player) => insertClaim(tx, { ...trial, player }),
    async of(site, player) {
      const claims = await claimsOf(site, player);
      const [newest] = claims;
      if (newest === undefined) return undefined;
      const profit = claims.reduce((sum, claim) => plus(sum, claim.profit), ZERO);
      return { id: newest.id, wallet: TRIAL_WALLET, profit };
    },
    start: async () => proving.start(),
    stop: () => proving.stop(),
    prove,
  };
}
