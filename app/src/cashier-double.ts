// The cashier of the screen tests: what its calls answer, unless a test says otherwise.
import type { ReceivedReply } from '@maru/client/call';
import { depositAccount, dnwList, dnwSummary, withdrawable } from '@maru/contract/cashier/calls';
import { tempGenerateWallet } from '@maru/contract/cashier/coin-address';
import { p2pLatest, p2pTerms } from '@maru/contract/cashier/p2p';
import { payoutList } from '@maru/contract/cashier/payouts';
import type { DnwRow } from '@maru/contract/cashier/wire';
import { exchangeRateOf } from '@maru/contract/rates/calls';
import { bankList, siteDnw } from '@maru/contract/site';
import { type ServerDouble, siteMoney } from './server-double.ts';

/** The clock of the doubles. */
export const NOW = 1_700_000_000_000;

export const dnwRow = (part: Partial<DnwRow> = {}): DnwRow => ({
  id: 101,
  type: 'D',
  status: 1,
  walletType: 'BINARY',
  currency: 'KRW',
  point: '500000',
  fee: '0',
  change: '500000',
  channel: 'bank',
  counterpart: '',
  won: null,
  rate: null,
  reason: '',
  undoes: null,
  payUntilMillis: null,
  isDisputed: false,
  createdMillis: NOW - 600_000,
  endedMillis: NOW - 300_000,
  steps: [{ step: 'REQUESTED', atMillis: NOW - 600_000 }],
  ...part,
});

export const listed = (content: readonly DnwRow[]): ReceivedReply<typeof dnwList> => ({
  content: [...content],
  page: 0,
  size: 20,
  totalElements: content.length,
  totalPages: 1,
});

export const limits: ReceivedReply<typeof withdrawable> = {
  walletType: 'BINARY',
  currency: 'KRW',
  withdrawable: '9000000',
  free: '10000000',
  reserved: '700000',
  bonus: '300000',
  turnoverLeft: '120000',
  held: '0',
  fee: '1000',
  least: '10000',
  twoFrom: '5000000',
  level: 0,
  today: null,
  waits: [],
};

export const payout: ReceivedReply<typeof payoutList>['content'][number] = {
  id: 5,
  walletType: 'BINARY',
  kind: 'BANK',
  shown: '110-***-**0000',
  bankName: '신한은행',
  holder: '김마루',
  destinationTag: null,
  createdMillis: NOW - 200_000_000,
  confirmedMillis: NOW - 190_000_000,
  usableMillis: NOW - 100_000_000,
};

export const xrpAddress: ReceivedReply<typeof tempGenerateWallet> = {
  coinName: 'XRP',
  network: 'XRP Ledger',
  address: 'maru-practice:xrp:rMARUpracticeXXXX',
  destinationTag: '204417',
  uri: 'maru-practice:xrp:rMARUpracticeXXXX?dt=204417',
  isPractice: true,
  least: '1',
  confirmations: 1,
  usualSeconds: 10,
  arriving: [],
};

const terms: ReceivedReply<typeof p2pTerms> = {
  walletType: 'USDT',
  rate: '1450',
  rateMillis: NOW,
  fee: '1',
  payWithinMs: 1_800_000,
  usualMs: 660_000,
  leastWon: '10000',
  name: '김마루',
  phone: '01012344417',
};

type P2p = NonNullable<ReceivedReply<typeof p2pLatest>['p2p']>;

export const purchase = (part: Partial<P2p> = {}): P2p => ({
  request: dnwRow({
    id: 187,
    type: 'WB',
    status: 0,
    walletType: 'USDT',
    currency: 'USDT',
    point: '1000',
    change: '0',
    channel: 'p2p',
    won: '1450000',
    rate: '1450',
    endedMillis: null,
  }),
  account: { bankName: '연습은행', accountNumber: '000-000-000000', holder: '연습 판매자' },
  sender: '김마루',
  escrow: '1000',
  rate: '1450',
  payUntilMillis: NOW + 1_458_000,
  disputeFromMillis: null,
  messages: [],
  ...part,
});

export function answerCashier(server: ServerDouble): void {
  server.answer(depositAccount, () => ({
    reply: {
      bankName: '신한은행',
      accountNumber: '110-000-000000',
      holder: '마루',
      sender: '김마루',
      least: '10000',
    },
  }));
  server.answer(dnwList, () => ({ reply: listed([]) }));
  server.answer(dnwSummary, () => ({ reply: { content: [] } }));
  server.answer(withdrawable, () => ({ reply: limits }));
  server.answer(payoutList, () => ({ reply: { content: [payout] } }));
  server.answer(tempGenerateWallet, () => ({ reply: xrpAddress }));
  server.answer(p2pTerms, () => ({ reply: terms }));
  server.answer(p2pLatest, () => ({ reply: { p2p: null } }));
  server.answer(siteDnw, () => ({ reply: siteMoney }));
  server.answer(bankList, () => ({ reply: [{ id: 88, name: '신한은행', code: '088' }] }));
  server.answer(exchangeRateOf, () => ({
    reply: {
      base: 'USDT',
      counter: 'BKT',
      rate: '1450',
      source: 'SIMULATED',
      atMillis: NOW,
      ageMs: 0,
      isStale: false,
    },
  }));
}
