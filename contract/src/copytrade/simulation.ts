// The answer of `trader/leads` as the engine simulates it (docs/rules.md 5.8).
import { amount, price, qty, rate } from '@maru/engine/amount';
import type { PastLead, PastTerms } from '@maru/engine/copytrade/simulate';
import { millis } from '@maru/engine/time';
import type { ReplyOf } from '../call.ts';
import type { traderLeads } from './traders.ts';

type Leads = ReplyOf<typeof traderLeads>;

/** Oldest first. */
export const pastLeads = ({ content }: Pick<Leads, 'content'>): readonly PastLead[] =>
  content.map((lead) => ({
    kind: lead.kind,
    instrument: lead.futuresOptionId,
    side: lead.tradeType,
    price: price(lead.price),
    leverage: lead.leverage,
    marginType: lead.marginType,
    margin: amount(lead.margin),
    closed: qty(lead.closed),
    of: qty(lead.of),
    funding: amount(lead.funding),
    isLiquidation: lead.isLiquidation,
    at: millis(lead.atMillis),
  }));

/** By instrument. */
export const pastTerms = ({ terms }: Pick<Leads, 'terms'>): ReadonlyMap<number, PastTerms> =>
  new Map(
    terms.map((own) => [
      own.futuresOptionId,
      {
        contract: 'LINEAR',
        qtyStep: qty(own.qtyStep),
        qtyLeast: qty(own.qtyLeast),
        notionalLeast: amount(own.notionalLeast),
        feeRate: rate(own.feeRate),
        leverageMost: own.leverageMost,
        tiers: own.tiers.map(({ cap, leverageMost }) => ({ cap: amount(cap), leverageMost })),
        entryGuard: rate(own.entryGuard),
      },
    ]),
  );
