// Edits of rows that are loaded into the book: open orders and positions, and when an instrument was funded.
import type { TableEdit } from '../product.ts';

const order: TableEdit = ({ futures }, pick) => {
  const [id, line] = pick([...futures.orders].filter(([, { end }]) => end === undefined)) ?? [];
  if (id === undefined || line === undefined) return undefined;
  const field = pick(['cost', 'leverage', 'isUnpriced', 'reduceOnly'] as const) ?? 'cost';
  const { cost, leverage, isUnpriced, reduceOnly } = line.order;
  const edited = {
    cost: cost + 1n,
    leverage: leverage + 1,
    isUnpriced: !isUnpriced,
    reduceOnly: !reduceOnly,
  }[field];
  futures.orders.set(id, { ...line, order: { ...line.order, [field]: edited } });
  return { what: `${field} of futures order ${id}` };
};

const position: TableEdit = ({ futures }, pick) => {
  const [id, line] = pick([...futures.positions].filter(([, { closed }]) => closed === undefined)) ?? [];
  if (id === undefined || line === undefined) return undefined;
  const field = pick(['qty', 'margin', 'funding', 'entryFee', 'warnedAt'] as const) ?? 'funding';
  const { qty, margin, funding, entryFee, warnedAt = 0 } = line.state;
  const edited = {
    qty: qty + 1n,
    margin: margin + 1n,
    funding: funding + 1n,
    entryFee: entryFee + 1n,
    warnedAt: warnedAt + 1,
  }[field];
  futures.positions.set(id, { ...line, state: { ...line.state, [field]: edited } });
  return { what: `${field} of futures position ${id}` };
};

const funded: TableEdit = ({ futures }, pick) => {
  const [key, at] = pick([...futures.funded]) ?? [];
  if (key === undefined || at === undefined) return undefined;
  futures.funded.set(key, (at + 1) as typeof at);
  return { what: `the last funding of ${key}` };
};

export const futuresEdits: readonly TableEdit[] = [order, position, funded];
