// The bets of a payment as one text. A round may have a million of them, and written out with names they would be most
// of the journal: each is its player, number, status, credit and strike, and what is as in the bet before is left out.
import type { Amount, Price } from '@maru/engine/amount';
import type { BetStatus, PaidBet } from '@maru/engine/binary/events';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';

export function packBets(bets: readonly PaidBet[]): string {
  let text = '';
  let player = 0;
  let credit: bigint | undefined;
  for (const each of bets) {
    if (text !== '') text += ';';
    if (each.player !== player) text += each.player;
    text += ',' + each.bet + ',' + each.status;
    const isSame = each.credit === credit;
    if (!isSame) text += ',' + each.credit;
    if (each.strike !== undefined) {
      const { ts, seq, price } = each.strike;
      text += (isSame ? ',,' : ',') + ts + ',' + seq + ',' + price;
    }
    player = each.player;
    credit = each.credit;
  }
  return text;
}

export function unpackBets(text: string): PaidBet[] {
  if (text === '') return [];
  let player = 0 as PlayerId;
  let credit = 0n as Amount;
  return text.split(';').map((each) => {
    const [who, bet, status, paid, ts, seq, price] = each.split(',');
    if (who !== '') player = Number(who) as PlayerId;
    if (paid !== undefined && paid !== '') credit = BigInt(paid) as Amount;
    const read = { bet: Number(bet), player, status: Number(status) as BetStatus, credit };
    if (price === undefined) return read;
    return { ...read, strike: { ts: Number(ts) as Millis, seq: Number(seq), price: BigInt(price) as Price } };
  });
}
