// What a report of a provider does: it decides about a request, or credits money that nobody had asked for.
import { createHash } from 'node:crypto';
import { type Amount, amount, parseUnits } from '@maru/engine/amount';
import { rowNumber } from '@maru/engine/cashier/row-number';
import type { CommandKey } from '@maru/engine/command';
import type { AnyCommand } from '@maru/engine/products';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { shardOfEvent } from '@maru/engine/shard';
import type { Millis } from '@maru/engine/time';
import { isTransient } from '../../desk/desk.ts';
import { hasSites } from '../../site/store.ts';
import { type Arrival, endArrival, findOwnerOfAddress, noteArrival } from '../arrival-store.ts';
import { COINS } from '../coins.ts';
import { type CashierDeps, type CashierSite, isOff, walletOf } from '../deps.ts';
import { readRequest } from '../reads.ts';
import { findOwnerOfRow, hasCredit } from '../row-store.ts';
import { wireArrival } from '../wire.ts';
import { CHAIN, isProvider, PROVIDERS } from './provider.ts';
import type { Report } from './report.ts';
import { findPlayerOfMember } from './store.ts';

/**
 * `WAITING`: it is tried again. `ELSEWHERE`: the owner of another shard does it, however long that one is away. Any other
 * word but DONE is why nothing was done.
 */
export type Outcome = string;
export const WAITING: Outcome = 'WAITING';
export const ELSEWHERE: Outcome = 'ELSEWHERE';
export const DONE: Outcome = 'DONE';

type AboutRequest = Extract<Report, { readonly request: number }>;

interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

const keyOf = (provider: string, { external, step }: Report): CommandKey => {
  const key = createHash('sha256').update(`${provider} ${external} ${step}`).digest('hex').slice(0, 40);
  return { key: `provider-${key}`, fingerprint: key.slice(0, 32) };
};

export function createEffects({
  shard,
  database,
  desk,
  sites,
  push,
}: Pick<CashierDeps, 'shard' | 'database' | 'desk' | 'sites' | 'push'>) {
  async function ownerOf(
    request: number,
  ): Promise<(Owner & { readonly wallet: string; readonly at: Millis }) | undefined> {
    const open = await desk.read(readRequest, { request });
    if (open?.seen !== undefined) return open.seen;
    return database.transaction((tx) => findOwnerOfRow(tx, rowNumber(request)));
  }

  /** Whether the request is numbered by the desk of another shard; a shard without sites has no desk. */
  async function isOfOthers(request: number): Promise<boolean> {
    const numberedBy = shardOfEvent(request);
    return numberedBy !== shard && database.transaction((tx) => hasSites(tx, numberedBy));
  }

  async function submit(command: AnyCommand): Promise<Outcome> {
    const outcome = await desk.submit(command);
    if (outcome.ok) return DONE;
    // What the member allowed themselves cannot be checked without an exchange rate: a moment later it can.
    const isLater = isTransient(outcome) || outcome.refusal === 'LIMIT_RATE_MISSING';
    return isLater ? WAITING : outcome.refusal;
  }

  async function decide(provider: string, report: AboutRequest): Promise<Outcome> {
    const owner = await ownerOf(report.request);
    if (owner === undefined) return (await isOfOthers(report.request)) ? ELSEWHERE : WAITING;
    const known = sites.byId(owner.site);
    if (known === undefined) return ELSEWHERE;
    const wallet = walletOf(known, owner.wallet);
    if (wallet === undefined) return 'CALLBACK_MISMATCH';
    if (isOff(known)) return 'MONEY_MODE_OFF';
    const { site, player } = owner;
    const by = { provider, external: report.external };
    const head = { site, player, key: keyOf(provider, report), request: report.request, by };
    switch (report.step) {
      case 'STARTED':
        return submit({ kind: 'TAKE_REQUEST', ...head });
      case 'FAILED':
        return submit({ kind: 'REJECT_REQUEST', ...head, reason: report.reason });
      case 'PAID': {
        const received = { amount: amount(report.amount), currency: report.currency };
        const twoFrom = known.money.twoFrom(wallet.currency, owner.at);
        const done = await submit({ kind: 'APPROVE_REQUEST', ...head, received, twoFrom });
        if (done !== 'REQUEST_NOT_FOUND') return done;
        // It may have been done by this very report, whose answer was lost.
        return (await database.transaction((tx) => hasCredit(tx, { player, ...by }))) ? DONE : done;
      }
    }
  }

  async function credit(
    provider: string,
    report: Report,
    { owner, wallet, units }: { readonly owner: Owner; readonly wallet: string; readonly units: Amount },
  ): Promise<Outcome> {
    const site = sites.byId(owner.site);
    if (site === undefined) return ELSEWHERE;
    if (isOff(site)) return 'MONEY_MODE_OFF';
    const by = { provider, external: report.external };
    if (!(await desk.caughtUp(owner.player))) return WAITING;
    if (await database.transaction((tx) => hasCredit(tx, { ...owner, ...by }))) return DONE;
    const key = keyOf(provider, report);
    const head = { site: owner.site, player: owner.player, key, wallet, amount: units };
    return submit({ kind: 'CREDIT_DEPOSIT', ...head, channel: provider, by });
  }

  async function charge(provider: string, report: Report & { readonly step: 'CHARGED' }): Promise<Outcome> {
    const member = await database.transaction((tx) => findPlayerOfMember(tx, provider, report.member));
    if (member === undefined) return 'ACCOUNT_NOT_FOUND';
    const site = sites.byId(member.site);
    if (site === undefined) return ELSEWHERE;
    const wallet = walletFor(site, provider, report.currency);
    if (wallet === undefined) return 'CALLBACK_MISMATCH';
    return credit(provider, report, { owner: member, wallet, units: amount(report.amount) });
  }

  async function arrive(
    provider: string,
    report: Report & { readonly step: 'ARRIVAL' },
    now: Millis,
  ): Promise<Outcome> {
    const { external, coin, confirmations, amount: text } = report;
    const needed = COINS[coin]?.confirmations;
    if (provider !== CHAIN || needed === undefined) return 'CALLBACK_MISMATCH';
    const seen = await database.transaction(async (tx) => {
      const owner = await findOwnerOfAddress(tx, report);
      return owner && noteArrival(tx, { ...owner, external, coin, amount: text, confirmations, at: now });
    });
    if (seen === undefined) return 'ACCOUNT_NOT_FOUND';
    // Its own process tells the member.
    if (sites.byId(seen.site) === undefined) return ELSEWHERE;
    const isSame = parseUnits(seen.amount) === parseUnits(text) && seen.coin === coin;
    if (!isSame) return 'CALLBACK_MISMATCH';
    const tell = (arrival: Arrival) =>
      push(arrival.player, {
        type: 'ARRIVAL',
        at: now,
        data: { coinName: coin, arrival: wireArrival(arrival, needed) },
      });
    if (seen.status !== 'SEEN' || seen.confirmations < needed) {
      tell(seen);
      return DONE;
    }
    const outcome = await credit(provider, report, { owner: seen, wallet: coin, units: amount(text) });
    if (outcome !== WAITING) {
      const status = outcome === DONE ? 'CREDITED' : 'RETURNED';
      await database.transaction((tx) => endArrival(tx, external, status));
      tell({ ...seen, status });
    }
    return outcome;
  }

  return (provider: string, report: Report, now: Millis): Promise<Outcome> => {
    switch (report.step) {
      case 'STARTED':
      case 'PAID':
      case 'FAILED':
        return decide(provider, report);
      case 'CHARGED':
        return charge(provider, report);
      case 'ARRIVAL':
        return arrive(provider, report, now);
    }
  };
}

/** The wallet of a site that a provider may charge in this currency. */
function walletFor(site: CashierSite, provider: string, currency: string): string | undefined {
  if (!isProvider(provider)) return undefined;
  const { carries } = PROVIDERS[provider];
  if (carries === 'won')
    return currency === 'KRW' ? site.wallets.find((each) => each.currency === 'KRW')?.type : undefined;
  if (carries !== 'coins' && !(carries as readonly string[]).includes(currency)) return undefined;
  return site.wallets.find(({ type }) => type === currency)?.type;
}
