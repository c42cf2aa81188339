// The liquidation of design 31c: an isolated short of 2.5 ETH at 50x, its receipt, recorded minute and report.
import type { FuturesReceipt, LiquidationReport } from '@maru/contract/futures/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { fillOf } from './futures-double.ts';
import { hashOf } from './receipt/tick-record.ts';

export const MINUTE = Date.UTC(2023, 10, 15, 12, 44);

/** The tick of design 31c: the mark reaches 3,186.50, and the ask is 3,187.10. */
const own = {
  stock: 'ETHUSDT',
  minuteMillis: MINUTE,
  ticks: '18204 7 3187 -0.1 0.1 -0.5 12',
  previousHash: '0'.repeat(64),
};
export const record: ReceiptTicks = {
  stock: 'ETHUSDT',
  complete: true,
  minutes: [{ ...own, hash: hashOf(own) }],
};

export function liquidated(part: Partial<FuturesReceipt['fill']> = {}): FuturesReceipt {
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

/** Closed by its owner at the same price. */
export function closed(part: Partial<FuturesReceipt['fill']> = {}): FuturesReceipt {
  const fees = { insured: '0', net: '-139.1126', roe: '-0.81149161' };
  return { ...liquidated({ marketType: 'CLOSE', ...fees, ...part }), liquidation: null };
}

export function reportOf(): LiquidationReport {
  const { fill, liquidation } = liquidated();
  const at = (seconds: number) => MINUTE + seconds * 1_000;
  return {
    fill: { ...fill, createdMillis: MINUTE + 18_530 },
    liquidation: liquidation!,
    position: {
      id: 42,
      tradeType: 'SHORT',
      qty: '2.5',
      entrySum: '313620000000',
      entryOver: '1',
      entryPrice: '3136.2',
      openedMillis: at(-2_760),
    },
    liquidPrice: '3186.48',
    bankruptcyPrice: '3199.24',
    steps: [
      { type: 'OPENED', atMillis: at(-2_760), fillId: 1_920, qty: '2.5', price: '3136.2' },
      { type: 'WARNED', atMillis: at(-800), ratio: '0.8', markPrice: '3183.4' },
      { type: 'WARNED', atMillis: at(-240), ratio: '0.81', markPrice: '3183.6' },
      { type: 'MARGIN_MOVED', atMillis: at(-100), amount: '10' },
      {
        type: 'REACHED',
        atMillis: MINUTE + 18_204,
        ratio: '1.00065946',
        markPrice: '3186.5',
        cancelledOrders: 1,
      },
      { type: 'CLOSED', atMillis: MINUTE + 18_530, fillId: 1_952, qty: '2.5', price: '3187.1' },
    ],
    money: {
      before: '156.81',
      funding: '0.784',
      pnl: '-127.25',
      fee: '6.3742',
      toInsurance: '23.9698',
      fromInsurance: '0',
      left: '0',
    },
  };
}
