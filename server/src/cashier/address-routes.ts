// The member's own address of each coin. On a site with practice money it carries a mark that no real network accepts.
import { createHash } from 'node:crypto';
import { practiceArrival, tempGenerateWallet } from '@maru/contract/cashier/coin-address';
import { coinList } from '@maru/contract/site-type';
import { amount, isMultiple, toDecimal, unitOf } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { type CoinAddress, findAddress, insertAddress, listArrivals } from './arrival-store.ts';
import { COINS } from './coins.ts';
import { type CashierParts, type CashierSite, isOff, walletOf } from './deps.ts';
import { needsTag } from './payout/address-rules.ts';
import type { Sandbox } from './provider/sandbox.ts';
import { wireArrival } from './wire.ts';

const PRACTICE_MARK = 'maru-practice';
const CHECK_LENGTH = 8;

const checkOf = (text: string): string =>
  createHash('sha256').update(`${PRACTICE_MARK} ${text}`).digest('hex').slice(0, CHECK_LENGTH);

/** It ends with a checksum; the colons of the mark are in no address of a real network. */
function practiceAddress(coin: string, body: string): string {
  const text = `${PRACTICE_MARK}:${coin.toLowerCase()}:${body}`;
  return `${text}${checkOf(text)}`;
}

interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

const TRIES = 8;

async function ensureAddress(
  tx: Tx,
  { site, player }: Owner,
  coin: string,
  { random, now }: { readonly random: CashierParts['random']; readonly now: Millis },
): Promise<CoinAddress> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = await findAddress(tx, player, coin);
    if (known !== undefined) return known;
    const own = Buffer.from(random(16)).toString('hex');
    // All members of a site share the address of a coin with tags.
    const made = needsTag(coin)
      ? {
          address: practiceAddress(coin, `site${site}`),
          tag: Buffer.from(random(4)).readUInt32BE(),
        }
      : { address: practiceAddress(coin, own), tag: null };
    await insertAddress(tx, { site, player, coin, ...made, now });
  }
  throw new Error(`no free address of ${coin} was found`);
}

/** A coin that the site takes, and that has a wallet of its own. */
function depositable(site: CashierSite, coin: string) {
  const wallet = walletOf(site, coin);
  const terms = COINS[coin];
  if (wallet === undefined || terms === undefined || wallet.currency !== coin) return 'COIN_UNSUPPORTED';
  if (!coinList(site.depositCoins).includes(coin) || isOff(site)) return 'WALLET_NOT_DEPOSITABLE';
  return { wallet, terms };
}

export function addressRoutes(
  { database, sites, random }: CashierParts,
  sandbox: Pick<Sandbox, 'sendCoins'>,
): readonly Route[] {
  return [
    serve(tempGenerateWallet, async ({ body: { coinName: coin }, principal, now }) => {
      const site = sites.byId(principal.site);
      if (site === undefined) return { ok: false, refusal: 'COIN_UNSUPPORTED' };
      const known = depositable(site, coin);
      if (typeof known === 'string') return { ok: false, refusal: known };
      const { own, arriving } = await database.transaction(async (tx) => ({
        own: await ensureAddress(tx, principal, coin, { random, now }),
        arriving: await listArrivals(tx, principal.player, coin),
      }));
      const { network, confirmations, secondsEach } = known.terms;
      const tag = own.tag === null ? null : String(own.tag);
      return {
        ok: true,
        reply: {
          coinName: coin,
          network,
          address: own.address,
          destinationTag: tag,
          uri: tag === null ? own.address : `${own.address}?dt=${tag}`,
          isPractice: true,
          least: toDecimal(site.money.depositLeast(coin)),
          confirmations,
          usualSeconds: confirmations * secondsEach,
          arriving: arriving.map((each) => wireArrival(each, confirmations)),
        },
      };
    }),
    serve(practiceArrival, async ({ body: { coinName: coin, point }, principal, now }) => {
      const site = sites.byId(principal.site);
      if (site === undefined || isOff(site)) return { ok: false, refusal: 'PRACTICE_ONLY' };
      const known = depositable(site, coin);
      if (typeof known === 'string') return { ok: false, refusal: 'COIN_UNSUPPORTED' };
      const units = amount(point);
      if (units <= 0n) return { ok: false, refusal: 'ENTER_AMOUNT', field: 'point' };
      if (!isMultiple(units, unitOf(known.wallet.places))) return { ok: false, refusal: 'AMOUNT_OFF_UNIT' };
      if (units < site.money.depositLeast(coin)) return { ok: false, refusal: 'BELOW_MINIMUM' };
      if (units > site.refillLimit(coin)) return { ok: false, refusal: 'ABOVE_PRACTICE_ARRIVAL' };
      const own = await database.transaction((tx) => ensureAddress(tx, principal, coin, { random, now }));
      const external = `practice-${Buffer.from(random(12)).toString('hex')}`;
      const { address, tag } = own;
      await sandbox.sendCoins({ external, coin, address, tag, amount: toDecimal(units) }, now);
      return { ok: true, reply: { external } };
    }),
  ];
}
