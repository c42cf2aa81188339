import type { FuturesReceipt } from '@maru/contract/futures/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { expect, test } from 'vitest';
import { fillOf } from '../../futures-double.ts';
import { hashOf } from '../../receipt/tick-record.ts';
import { verifiedOutside } from './outside-double.ts';
import { recomputeFill } from './recompute-fill.ts';

const MINUTE = Date.UTC(2023, 10, 15, 12, 44);

/** The tick of design 31c: the mark reaches 3,186.50, and the ask is 3,187.10. */
const own = {
  stock: 'ETHUSDT',
  minuteMillis: MINUTE,
  ticks: '18204 7 3187 -0.1 0.1 -0.5 12',
  previousHash: '0'.repeat(64),
};
const record: ReceiptTicks = { stock: 'ETHUSDT', complete: true, minutes: [{ ...own, hash: hashOf(own) }] };

function liquidated(part: Partial<FuturesReceipt['fill']> = {}): FuturesReceipt {
  const entry = { entrySum: '313620000000', entryOver: '1' };
  return {
    rule: 'futures-1',
    fill: fillOf({
      futuresOptionId: 202,
      stock: 'ETHUSDT',
      marketType: 'LIQUIDATION',
      marginType: 'ISOLATED',
      leverage: 50,
      qty: '2.5',
      openedQty: '0',
      closedQty: '2.5',
      closedPositionId: 42,
      entryPrice: '3136.2',
      price: '3187.1',
      pnl: '-127.25',
      funding: '0.784',
      fee: '6.3742',
      entryFee: '6.2724',
      exitFee: '6.3742',
      insured: '-23.9698',
      net: '-163.0824',
      ...part,
    }),
    tick: {
      time: MINUTE + 18_204,
      seq: 7,
      last: '3187',
      bid: '3186.9',
      ask: '3187.1',
      mark: '3186.5',
      minuteMillis: MINUTE,
      hash: hashOf(own),
      previousHash: own.previousHash,
    },
    contract: { contractType: 'LINEAR', tickSize: '0.01', places: 8, feeRate: '0.0008' },
    condition: null,
    trailing: null,
    closed: { positionId: 42, tradeType: 'SHORT', ...entry, openedMillis: MINUTE - 2_000_000 },
    liquidation: {
      marginType: 'ISOLATED',
      cash: '156.81',
      pnl: '-125.75',
      funding: '0.784',
      balance: '31.844',
      maintenance: '31.865',
      judged: [
        {
          futuresPositionId: 42,
          futuresOptionId: 202,
          stock: 'ETHUSDT',
          contractType: 'LINEAR',
          tradeType: 'SHORT',
          qty: '2.5',
          ...entry,
          funding: '0.784',
          maintenanceRate: '0.004',
          deduction: '0',
          markPrice: '3186.5',
          time: MINUTE + 18_204,
          seq: 7,
        },
      ],
      cancelledOrders: 1,
      topUp: '0',
      fillIds: [1_952],
    },
    ledger: { event: 61, atMillis: MINUTE + 18_530 },
  };
}

const wrongIn = (receipt: FuturesReceipt): readonly string[] => {
  const verdict = recomputeFill(receipt, record);
  return verdict.kind === 'judged'
    ? verdict.checks.filter(({ isSame }) => !isSame).map(({ key }) => key)
    : [verdict.kind];
};

test('a liquidation is computed again from its receipt and the recorded minute alone', () => {
  expect(wrongIn(liquidated())).toEqual([]);
});

test('a wrong price, result, fee or net is found', () => {
  expect(wrongIn(liquidated({ price: '3187.2' }))).toEqual(['price', 'pnl', 'fee']);
  expect(wrongIn(liquidated({ pnl: '-127.24999999' }))).toEqual(['pnl', 'net']);
  expect(wrongIn(liquidated({ fee: '6.3743' }))).toEqual(['fee']);
  expect(wrongIn(liquidated({ net: '-163.0823' }))).toEqual(['net']);
});

test('a liquidation of a position that still had its maintenance margin is found', () => {
  const receipt = liquidated();
  const liquidation = { ...receipt.liquidation!, cash: '157.81', balance: '32.844' };
  expect(wrongIn({ ...receipt, liquidation })).toEqual(['liquidation']);
});

test('a mark that is not in the record is found', () => {
  const receipt = liquidated();
  expect(wrongIn({ ...receipt, tick: { ...receipt.tick, mark: '3186.6' } })).toEqual(['tick']);
});

test('the level of a trailing stop follows from its furthest price', () => {
  const receipt = liquidated({ marketType: 'TRAILINGSTOP' });
  const trailing = {
    callbackRate: '0.01',
    activationPrice: null,
    extremePrice: '3150',
    extremeMillis: MINUTE,
    extremeSeq: 1,
  };
  const condition = { level: '3181.5', fires: 'AT_OR_ABOVE', by: 'mark' } as const;
  expect(wrongIn({ ...receipt, liquidation: null, trailing, condition })).toEqual([]);
  const other = { ...condition, level: '3181.4' };
  expect(wrongIn({ ...receipt, liquidation: null, trailing, condition: other })).toEqual(['trailing']);
});

test('a minute that is not sealed yet cannot be judged', () => {
  expect(recomputeFill(liquidated(), { ...record, complete: false })).toEqual({ kind: 'unsealed' });
});

test('the program outside the app agrees, and finds a changed figure', () => {
  expect(verifiedOutside(liquidated(), record)).toMatchObject({ status: 0 });
  expect(verifiedOutside(liquidated({ fee: '6.3741' }), record)).toMatchObject({ status: 1 });
  expect(verifiedOutside(liquidated({ pnl: '-127.2' }), record)).toMatchObject({ status: 1 });
});
