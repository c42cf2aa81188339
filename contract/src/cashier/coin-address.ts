// A member's own address for coins, and the practice network that sends there.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, siteInfoId } from '../fields.ts';
import { point, walletType } from './wire.ts';

const MINUTE_MS = 60_000;

const arrival = z.object({
  /** The network’s own number of it. */
  external: z.string(),
  point: decimalText,
  confirmations: z.int(),
  needed: z.int(),
  atMillis: z.int(),
  status: z.enum(['SEEN', 'CREDITED', 'RETURNED']),
});

export type CoinArrival = Readonly<z.output<typeof arrival>>;

/** The member’s own address for coins, with the practice mark where it is one. */
export const tempGenerateWallet = defineCall('player', 'POST', '/api/wallet/temp-generate', {
  summary: 'The member’s own deposit address of a coin; the same one every time',
  limit: { per: 'player', max: 30, windowMs: MINUTE_MS },
  body: z.object({ coinName: walletType, siteInfoId }),
  reply: z.object({
    coinName: z.string(),
    network: z.string(),
    address: z.string(),
    destinationTag: z.string().nullable(),
    /** What the QR code says. */
    uri: z.string(),
    isPractice: z.boolean(),
    least: decimalText,
    confirmations: z.int(),
    usualSeconds: z.int(),
    /** What is on its way and not confirmed by the network yet: no money before that. */
    arriving: z.array(arrival),
  }),
  refusals: ['COIN_UNSUPPORTED', 'WALLET_NOT_DEPOSITABLE'],
});

/** Practice only: the stand-in network sends coins to the member’s own address. */
export const practiceArrival = defineCall('player', 'POST', '/api/wallet/practice_arrival', {
  summary: 'Ask the practice network to send coins to one’s own address',
  // Each of them stays in the history for ever.
  limit: { per: 'player', max: 10, windowMs: 60 * MINUTE_MS },
  body: z.object({ coinName: walletType, point, siteInfoId }),
  reply: z.object({ external: z.string() }),
  refusals: [
    'PRACTICE_ONLY',
    'COIN_UNSUPPORTED',
    'ENTER_AMOUNT',
    'AMOUNT_OFF_UNIT',
    'BELOW_MINIMUM',
    'ABOVE_PRACTICE_ARRIVAL',
  ],
});
