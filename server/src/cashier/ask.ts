// From a call to a request at the desk. Whatever can change between a request and its repetition is left to the desk,
// which knows the first answer.

import { coinList } from '@maru/contract/site-type';
import { amount, unitOf, ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { coinsFor } from '@maru/engine/cashier/coin-trade';
import type { AskWithdrawal, Rate } from '@maru/engine/cashier/commands';
import type { RequestMade } from '@maru/engine/cashier/events';
import type { CommandKey } from '@maru/engine/command';
import type { AnyCommand } from '@maru/engine/products';
import { MINUTE_MS, type Millis } from '@maru/engine/time';
import { commandHead, walletAfter } from '../desk/call-answer.ts';
import type { DeskRefusal } from '../desk/desk.ts';
import type { Principal } from '../http/serve.ts';
import type { OwnerUnconfirmed } from '../product/server-product.ts';
import { type CashierParts, type CashierSite, channelOf, isOff, walletOf, wonWallet } from './deps.ts';
import { exactRate } from './exact-rate.ts';
import { dayLimitOf } from './level.ts';
import { choosePayout, lastUntil, type PayoutChoice } from './payouts.ts';
import { madeRow, namesOf, wireRow } from './wire.ts';

/** docs/rules.md 6.7. */
export const PAY_WITHIN_MS = 30 * MINUTE_MS;

export interface Asker {
  readonly principal: Principal;
  readonly key: CommandKey | undefined;
  readonly now: Millis;
}

type OwnRefusal =
  | 'MONEY_MODE_OFF'
  | 'WALLET_UNSUPPORTED'
  | 'WALLET_NOT_DEPOSITABLE'
  | 'PURCHASE_UNSUPPORTED'
  | 'PAYOUT_ACCOUNT_UNCONFIRMED';

type Asked =
  | { readonly ok: true; readonly event: RequestMade; readonly wallet: CashierSite['wallets'][number] }
  | {
      readonly ok: false;
      readonly refusal: OwnRefusal | DeskRefusal | OwnerUnconfirmed['refusal'];
      readonly field?: string;
      readonly retryAfterSeconds?: number;
      readonly untilMillis?: number;
    };

const refused = (refusal: OwnRefusal | DeskRefusal): Asked => ({ ok: false, refusal });

/** A rate that no decision may use: it is refused as too old. */
const NO_RATE: Rate = { numerator: ZERO, denominator: ZERO, at: 0 as Millis, source: '' };

interface Leaving {
  readonly walletType: string;
  readonly point: string;
  /** Of the second factor. */
  readonly code: string | undefined;
}

interface Leave extends Omit<Leaving, 'walletType'> {
  readonly site: CashierSite;
  readonly wallet: CashierSite['wallets'][number];
  /** The wallet to whose account it is paid. */
  readonly paidTo: string;
  readonly payoutId?: number | undefined;
}

/** What a withdrawal and a sale have in common. */
type LeavingCommand = Omit<AskWithdrawal, 'kind' | 'channel'>;

export type Ask = ReturnType<typeof createAsk>;

export function createAsk(parts: CashierParts) {
  const { desk, sites, rates, reservedFor, database, oneAtATime } = parts;
  function siteOf({ principal }: Asker): CashierSite | undefined {
    const site = sites.byId(principal.site);
    return site === undefined || isOff(site) ? undefined : site;
  }

  async function submit(command: AnyCommand, wallet: CashierSite['wallets'][number]): Promise<Asked> {
    const outcome = await desk.submit(command);
    if (!outcome.ok) return refused(outcome.refusal);
    assert(outcome.event.kind === 'REQUEST_MADE', 'a request is answered by its event');
    return { ok: true, event: outcome.event, wallet };
  }

  /** Won for one coin. */
  function rateOf(currency: string, now: Millis): Rate {
    const found = rates.get(currency, 'KRW', now);
    return found === undefined ? NO_RATE : exactRate(found);
  }

  /** Of a withdrawal and of a sale; one after the other, so that each sees what the one before has used of its day. */
  async function leave(
    asker: Asker,
    { site, wallet, paidTo, payoutId, ...asked }: Leave,
    commandOf: (common: LeavingCommand) => AnyCommand,
  ): Promise<Asked> {
    const { principal, key, now } = asker;
    const { type, currency } = wallet;
    return oneAtATime(principal.player, async () => {
      // A first deposit of a moment ago must be seen, and what left today.
      if (!(await desk.caughtUp(principal.player))) return refused('TRY_AGAIN');
      const choice = await confirmed(parts, asker, { site, wallet: paidTo, payoutId, code: asked.code });
      if ('ok' in choice) return choice;
      const day = dayLimitOf(choice, currency, (each) => rateOf(each, now));
      const command = commandOf({
        ...commandHead(principal, key),
        wallet: type,
        amount: amount(asked.point),
        fee: site.money.fee(currency),
        least: site.money.withdrawLeast(currency),
        payout: choice.payout,
        waits: choice.waits,
        ...(day === undefined ? {} : { most: day.left }),
        reserved: reservedFor(principal.player, type, now),
      });
      return explained(await submit(command, wallet), choice);
    });
  }

  return {
    rateOf,

    async deposit(
      asker: Asker,
      { walletType, point, channel }: { walletType: string; point: string; channel?: string },
    ): Promise<Asked> {
      const site = siteOf(asker);
      if (site === undefined) return refused('MONEY_MODE_OFF');
      const wallet = walletOf(site, walletType);
      if (wallet === undefined) return refused('WALLET_UNSUPPORTED');
      if (!coinList(site.depositCoins).includes(walletType)) return refused('WALLET_NOT_DEPOSITABLE');
      return submit(
        {
          kind: 'ASK_DEPOSIT',
          ...commandHead(asker.principal, asker.key),
          wallet: walletType,
          amount: amount(point),
          least: site.money.depositLeast(wallet.currency),
          channel: channel ?? channelOf(wallet.currency),
        },
        wallet,
      );
    },

    async withdrawal(
      asker: Asker,
      { walletType, point, payoutId, code }: Leaving & { readonly payoutId?: number | undefined },
    ): Promise<Asked> {
      const site = siteOf(asker);
      if (site === undefined) return refused('MONEY_MODE_OFF');
      const wallet = walletOf(site, walletType);
      if (wallet === undefined) return refused('WALLET_UNSUPPORTED');
      return leave(asker, { site, wallet, paidTo: walletType, payoutId, point, code }, (common) => ({
        kind: 'ASK_WITHDRAWAL',
        ...common,
        channel: channelOf(wallet.currency),
      }));
    },

    async purchase(
      asker: Asker,
      {
        walletType,
        won,
        shown,
        channel,
      }: { walletType: string; won: string; shown?: string; channel: string },
    ): Promise<Asked> {
      const site = siteOf(asker);
      if (site === undefined) return refused('MONEY_MODE_OFF');
      const wallet = walletOf(site, walletType);
      if (wallet === undefined) return refused('WALLET_UNSUPPORTED');
      if (!isTraded(site, wallet)) return refused('PURCHASE_UNSUPPORTED');
      const rate = rateOf(wallet.currency, asker.now);
      const units = amount(won);
      const given = amount(shown ?? '0');
      const unit = unitOf(wallet.places);
      return submit(
        {
          kind: 'ASK_PURCHASE',
          ...commandHead(asker.principal, asker.key),
          wallet: walletType,
          won: units,
          least: site.money.depositLeast('KRW'),
          // Who was shown nothing takes what the rules give.
          shown: given > 0n || rate === NO_RATE ? given : coinsFor(units, rate, unit),
          rate,
          channel,
          payWithinMs: PAY_WITHIN_MS,
        },
        wallet,
      );
    },

    async sale(
      asker: Asker,
      { walletType, point, channel, code }: Leaving & { readonly channel: string },
    ): Promise<Asked> {
      const site = siteOf(asker);
      if (site === undefined) return refused('MONEY_MODE_OFF');
      const wallet = walletOf(site, walletType);
      if (wallet === undefined) return refused('WALLET_UNSUPPORTED');
      if (!isTraded(site, wallet)) return refused('PURCHASE_UNSUPPORTED');
      const paidTo = wonWallet(site)?.type ?? '';
      return leave(asker, { site, wallet, paidTo, point, code }, (common) => ({
        kind: 'ASK_SALE',
        ...common,
        rate: rateOf(wallet.currency, asker.now),
        channel,
      }));
    },

    /** The reply of whoever asked: from the event alone, with the names that never change. */
    async replyOf({ event, wallet }: Asked & { readonly ok: true }, { principal }: Asker) {
      const row = madeRow(event, { player: principal.player, currency: wallet.currency });
      const names = await database.transaction((tx) => namesOf(tx, principal.site, [row]));
      return { request: wireRow(row, names), wallet: walletAfter(event, principal.player, wallet) };
    },
  };
}

/** Where the money goes, once the owner has shown who they are. */
async function confirmed(
  { database, protection, confirmOwner }: CashierParts,
  { principal, key, now }: Asker,
  {
    code,
    ...asked
  }: Omit<Parameters<typeof choosePayout>[2], 'protection' | 'now'> & { readonly code: string | undefined },
): Promise<PayoutChoice | OwnerUnconfirmed> {
  const choice = await database.transaction((tx) =>
    choosePayout(tx, principal, { ...asked, protection, now }),
  );
  return (await confirmOwner(principal, { code, use: useOf({ key }) })) ?? choice;
}

/** A repeated request has the same key and the same body: the code in it passes again. */
export const useOf = ({ key }: Pick<Asker, 'key'>): string | undefined =>
  key && `${key.key} ${key.fingerprint}`;

/** The desk sees no account and no clock of the member: here it is known what they can do about a refusal. */
function explained(asked: Asked, { isUnconfirmed, waits }: PayoutChoice): Asked {
  if (asked.ok) return asked;
  if (asked.refusal === 'PAYOUT_ACCOUNT_MISSING' && isUnconfirmed)
    return refused('PAYOUT_ACCOUNT_UNCONFIRMED');
  return asked.refusal === 'WITHDRAWAL_WAITS' ? { ...asked, untilMillis: lastUntil(waits) } : asked;
}

const isTraded = (
  site: CashierSite,
  { type, currency }: { readonly type: string; readonly currency: string },
) => type === currency && coinList(site.buyCoins).includes(type);
