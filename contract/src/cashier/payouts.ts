// Where withdrawals go: bank accounts and coin addresses of a member's own (docs/rules.md 6).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { id, siteInfoId } from '../fields.ts';
import { factorCode, factorRefusals } from '../security/factor.ts';
import { payoutAccount, walletType } from './wire.ts';

const MINUTE_MS = 60_000;

/** Registers where withdrawals of a wallet go: a bank account, or an address with its tag. */
export const generateWallet = defineCall('player', 'POST', '/api/wallet/generate', {
  summary:
    'Save a payout account: bank details for won, an address for a coin. It must be confirmed before use',
  limit: { per: 'player', max: 10, windowMs: 15 * MINUTE_MS },
  body: z.object({
    coinName: walletType,
    address: z.string().max(128).optional(),
    destinationTag: z.union([z.string().max(20), z.int().transform(String)]).optional(),
    bankInfo: z
      .object({
        bankId: id,
        accountNumber: z.string().max(32),
        accountHolder: z.string().max(40).optional(),
      })
      .optional(),
    siteInfoId,
  }),
  reply: payoutAccount,
  refusals: [
    'WALLET_UNSUPPORTED',
    'CURRENCY_NOT_WITHDRAWABLE',
    'BANK_ACCOUNT_INVALID',
    'ADDRESS_INVALID',
    'TAG_OUT_OF_RANGE',
    'TAG_MISSING',
    'TOO_MANY_PAYOUT_ACCOUNTS',
  ],
});

export const confirmPayout = defineCall('player', 'POST', '/api/wallet/payout/confirm', {
  summary: 'Confirm a payout account with the password; money may go there a day later',
  limit: { per: 'player', max: 10, windowMs: 15 * MINUTE_MS },
  body: z.object({ payoutId: id, password: z.string().max(128), code: factorCode, siteInfoId }),
  reply: payoutAccount,
  refusals: ['PAYOUT_ACCOUNT_MISSING', 'CURRENT_PASSWORD_MISMATCH', ...factorRefusals],
});

export const removePayout = defineCall('player', 'POST', '/api/wallet/payout/remove', {
  summary: 'Remove a payout account; a request on its way keeps it',
  body: z.object({ payoutId: id, siteInfoId }),
  reply: z.object({}),
  refusals: ['PAYOUT_ACCOUNT_MISSING'],
});

export const payoutList = defineCall('player', 'GET', '/api/wallet/payout/list', {
  summary: 'The member’s payout accounts',
  query: z.object({ walletType: walletType.optional(), siteInfoId }),
  reply: z.object({ content: z.array(payoutAccount) }),
});
