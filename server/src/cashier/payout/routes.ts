// Where withdrawals go: saved by their owner, confirmed with the password, and usable a day later (T-26).
import type { BodyOf } from '@maru/contract/call';
import { confirmPayout, generateWallet, payoutList, removePayout } from '@maru/contract/cashier/payouts';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../../db/database.ts';
import { type Principal, type Route, serve } from '../../http/serve.ts';
import { postMessage } from '../../message/post-message.ts';
import { banks } from '../../site/banks.ts';
import type { CashierParts, CashierSite } from '../deps.ts';
import { findMember } from '../member-store.ts';
import { hasAddresses, isAddress, tagFault } from './address-rules.ts';
import { accountDigits, maskedAccount } from './bank-rules.ts';
import { confirmPayoutRow, insertPayout, listPayouts, type PayoutAccount, removePayoutRow } from './store.ts';

export const bankNameOf = (id: number | null): string | null =>
  banks.find((bank) => bank.id === id)?.name ?? null;

const wirePayout = (payout: PayoutAccount, waitMs: number) => ({
  id: payout.id,
  walletType: payout.wallet,
  kind: payout.kind,
  shown: maskedAccount(payout.kind, payout.account),
  bankName: bankNameOf(payout.bankId),
  holder: payout.holder,
  destinationTag: payout.tag,
  createdMillis: payout.createdAt,
  confirmedMillis: payout.confirmedAt,
  usableMillis: payout.confirmedAt === null ? null : payout.confirmedAt + waitMs,
});

type Wanted = Pick<BodyOf<typeof generateWallet>, 'address' | 'destinationTag' | 'bankInfo'>;
type NewPayout = Pick<PayoutAccount, 'kind' | 'bankId' | 'account' | 'holder' | 'tag'>;

function bankAccount({ bankInfo }: Wanted, name: string): NewPayout | undefined {
  const account = bankInfo && accountDigits(bankInfo.accountNumber);
  if (bankInfo === undefined || account === undefined || bankNameOf(bankInfo.bankId) === null)
    return undefined;
  // Money goes to nobody but the member.
  const holder = bankInfo.accountHolder?.trim();
  if (holder !== undefined && holder !== '' && holder !== name) return undefined;
  return { kind: 'BANK', bankId: bankInfo.bankId, account, holder: name, tag: null };
}

function coinAccount(coin: string, { address = '', destinationTag }: Wanted) {
  if (!isAddress(coin, address)) return 'ADDRESS_INVALID' as const;
  const fault = tagFault(coin, destinationTag);
  if (fault !== undefined) return fault;
  const tag = destinationTag === undefined || destinationTag === '' ? null : destinationTag;
  return { kind: 'CHAIN', bankId: null, account: address, holder: null, tag } satisfies NewPayout;
}

/** Where coins of this wallet can go. A sale pays won to the bank account of the won wallet. */
const walletOf = (site: CashierSite, type: string) => site.wallets.find((each) => each.type === type);

/** If it was not the owner, they learn of it while nothing can be withdrawn to it yet. */
async function tellConfirmed(
  tx: Tx,
  { site, player }: Principal,
  { bankName, walletType, shown }: ReturnType<typeof wirePayout>,
  now: Millis,
): Promise<void> {
  const where = `${bankName ?? walletType} ${shown}`;
  const title = { ko: '출금 계좌를 확인했습니다', en: 'A payout account was confirmed' };
  const body = {
    ko: `${where}. 보호 시간 동안 이 계좌로 출금할 수 없습니다. 직접 한 일이 아니면 지금 계정을 잠가 주세요.`,
    en: `${where}. Nothing can be withdrawn to it for the protection time. If this was not you, lock the account now.`,
  };
  await postMessage(tx, { site, player, kind: 'SECURITY', title, body, link: '/more/security', now });
}

export function payoutRoutes({ database, sites, confirmOwner, protection }: CashierParts): readonly Route[] {
  /** As `payouts.ts` has it when money is asked for. */
  const waitOf = async (tx: Tx, who: Pick<Principal, 'site' | 'player'>): Promise<number> =>
    (await protection(tx, who, sites.byId(who.site)?.money.waitMs ?? 0)).waitMs;
  return [
    serve(generateWallet, async ({ body, principal, now }) => {
      const site = sites.byId(principal.site);
      const wallet = site && walletOf(site, body.coinName);
      if (site === undefined || wallet === undefined) return { ok: false, refusal: 'WALLET_UNSUPPORTED' };
      const isBank = wallet.currency === 'KRW';
      if (!isBank && !hasAddresses(wallet.currency))
        return { ok: false, refusal: 'CURRENCY_NOT_WITHDRAWABLE' };
      const saved = await database.transaction(async (tx) => {
        const member = await findMember(tx, principal);
        const made = isBank ? bankAccount(body, member?.name ?? '') : coinAccount(wallet.currency, body);
        if (made === undefined) return 'BANK_ACCOUNT_INVALID';
        if (typeof made === 'string') return made;
        const payout = await insertPayout(tx, { ...principal, wallet: wallet.type, ...made, now });
        return payout === 'TOO_MANY' ? payout : wirePayout(payout, await waitOf(tx, principal));
      });
      if (saved === 'TOO_MANY') return { ok: false, refusal: 'TOO_MANY_PAYOUT_ACCOUNTS' };
      if (typeof saved === 'string') return { ok: false, refusal: saved };
      return { ok: true, reply: saved };
    }),
    serve(confirmPayout, async ({ body: { payoutId: id, password, code }, principal, now }) => {
      const own = await database.transaction((tx) => listPayouts(tx, principal));
      const known = own.find((each) => each.id === id);
      if (known === undefined) return { ok: false, refusal: 'PAYOUT_ACCOUNT_MISSING' };
      const unconfirmed = await confirmOwner(principal, { password, code });
      if (unconfirmed !== undefined) return unconfirmed;
      const reply = await database.transaction(async (tx) => {
        const confirmed = await confirmPayoutRow(tx, { ...principal, id, now });
        if (confirmed === undefined) return undefined;
        const wire = wirePayout(confirmed, await waitOf(tx, principal));
        if (known.confirmedAt === null) await tellConfirmed(tx, principal, wire, now);
        return wire;
      });
      return reply === undefined ? { ok: false, refusal: 'PAYOUT_ACCOUNT_MISSING' } : { ok: true, reply };
    }),
    serve(removePayout, async ({ body, principal, now }) => {
      const of = { ...principal, id: body.payoutId, now };
      const removed = await database.transaction((tx) => removePayoutRow(tx, of));
      return removed === undefined
        ? { ok: false, refusal: 'PAYOUT_ACCOUNT_MISSING' }
        : { ok: true, reply: {} };
    }),
    serve(payoutList, async ({ query, principal }) => {
      const content = await database.transaction(async (tx) => {
        const waitMs = await waitOf(tx, principal);
        const own = await listPayouts(tx, principal, query.walletType);
        return own.map((each) => wirePayout(each, waitMs));
      });
      return { ok: true, reply: { content } };
    }),
  ];
}
