// Edits of rows of open orders and positions.
import type { TableEdit } from '../product.ts';

const order: TableEdit = ({ oversea }, pick) => {
  const [id, line] = pick([...oversea.orders].filter(([, { end }]) => end === undefined)) ?? [];
  if (id === undefined || line === undefined) return undefined;
  const { placed } = line;
  const field = pick(['margin', 'price', 'qty'] as const) ?? 'qty';
  const more = field === 'qty' ? placed.qty + 1 : placed[field] + 1n;
  oversea.orders.set(id, { ...line, placed: { ...placed, [field]: more } });
  return { what: `${field} of order ${id}` };
};

const position: TableEdit = ({ oversea }, pick) => {
  const [id, line] = pick([...oversea.positions].filter(([, { closed }]) => closed === undefined)) ?? [];
  if (line === undefined) return undefined;
  line.state = { ...line.state, margin: (line.state.margin + 1n) as typeof line.state.margin };
  return { what: `margin of position ${id}` };
};

export const overseaEdits: readonly TableEdit[] = [order, position];
