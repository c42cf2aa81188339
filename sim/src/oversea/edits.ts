// Edits of rows of open orders and positions.
import type { TableEdit } from '../product.ts';

const order: TableEdit = ({ oversea }, pick) => {
  const [id, line] = pick([...oversea.orders].filter(([, { end }]) => end === undefined)) ?? [];
  if (id === undefined || line === undefined) return undefined;
  const { placed } = line;
  // Nothing else in the tables depends on the margin, so only the digest can show it.
  const field = pick(['margin', 'margin', 'margin', 'price', 'qty'] as const) ?? 'qty';
  const more = field === 'qty' ? placed.qty + 1 : placed[field] + 1n;
  oversea.orders.set(id, { ...line, placed: { ...placed, [field]: more } });
  return { what: `${field} of order ${id}` };
};

const position: TableEdit = (rows, pick, load) => {
  const { positions } = rows.oversea;
  const [id, line] = pick([...positions].filter(([, { closed }]) => closed === undefined)) ?? [];
  if (id === undefined || line === undefined) return order(rows, pick, load);
  const margin = (line.state.margin + 1n) as typeof line.state.margin;
  positions.set(id, { ...line, state: { ...line.state, margin } });
  return { what: `margin of position ${id}` };
};

export const overseaEdits: readonly TableEdit[] = [order, position];
