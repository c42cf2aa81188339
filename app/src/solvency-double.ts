// A root of a few accounts and the proof of one of them, as the server would send them.
import type { WireSolvencyProof } from '@maru/contract/solvency/calls';
import { type Amount, amount, toDecimal } from '@maru/engine/amount';
import { playerId, siteId } from '@maru/engine/purse';
import { leafNode, SOLVENCY_RULE_NAME } from '@maru/engine/solvency/leaf';
import { sha256OfText } from '@maru/engine/solvency/node';
import { rootOf } from '@maru/engine/solvency/statement';
import { neighboursIn, topOf } from '@maru/engine/solvency/tree';

export const MADE_AT = Date.parse('2026-11-17T00:10:00+09:00');
const MINE = { KRW: '43342071', USDT: '1250.5' };

/** The account of `player` among `count`; the others have round balances. */
export function solvencyProofOf({
  player,
  count = 30,
}: {
  readonly player: number;
  readonly count?: number;
}): WireSolvencyProof {
  const day = { site: siteId(1), date: '2026-11-17' };
  const index = Math.min(5, count - 1);
  const currencies = ['KRW', 'USDT'];
  const leaves = Array.from({ length: count }, (_, place) => ({
    player: playerId(place === index ? player : player + 1 + place),
    nonce: sha256OfText(`nonce ${place}`),
    purses: [
      {
        wallet: 'BINARY',
        kind: 'free',
        currency: 'KRW',
        balance: amount(place === index ? MINE.KRW : '10000000'),
      },
      {
        wallet: 'FUTURES',
        kind: 'free',
        currency: 'USDT',
        balance: amount(place === index ? MINE.USDT : '100'),
      },
    ],
  }));
  const nodes = leaves.map((leaf) => leafNode({ day, currencies, hash: sha256OfText }, leaf));
  const top = topOf(nodes, sha256OfText);
  const sums = currencies.map((currency, place) => ({
    currency,
    owed: top.sums[place * 2] as bigint,
    owing: top.sums[place * 2 + 1] as bigint,
  }));
  const house = sums.map(({ currency, owed, owing }) => ({
    currency,
    purpose: 'practice',
    balance: (owing - owed) as Amount,
  }));
  const statement = { ...day, count, batch: 482_117, journalHash: sha256OfText('journal'), sums, house };
  const leaf = leaves[index]!;
  return {
    ...statement,
    rule: SOLVENCY_RULE_NAME,
    root: rootOf(statement, top, sha256OfText),
    madeMillis: MADE_AT,
    sums: sums.map(({ currency, owed, owing }) => ({
      currency,
      owed: toDecimal(owed),
      owing: toDecimal(owing),
    })),
    house: house.map((purse) => ({ ...purse, balance: toDecimal(purse.balance) })),
    leaf: { ...leaf, purses: leaf.purses.map((purse) => ({ ...purse, balance: toDecimal(purse.balance) })) },
    index,
    path: neighboursIn(nodes, index, sha256OfText).map((node) => ({
      hash: node.hash,
      sums: node.sums.map(toDecimal),
    })),
  };
}
