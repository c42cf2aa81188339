// Edits of rows of copy trading: traders, follows that have not ended, their copies, and leads that somebody waits for.
// Only the digest can show them.
import type { TableEdit } from '../product.ts';

const trader: TableEdit = ({ copytrade: { traders } }, pick) => {
  const [id, row] = pick([...traders]) ?? [];
  if (id === undefined || row === undefined) return undefined;
  const [trade, ...others] = row.open ?? [];
  if (trade !== undefined && pick([true, false]) === true) {
    const cash = (trade.cash + 1n) as typeof trade.cash;
    traders.set(id, { ...row, open: [{ ...trade, cash }, ...others] });
    return { what: `cash of an own trade of trader ${id}` };
  }
  const field = pick(['quota', 'since', 'isAccepting', 'isHeld'] as const) ?? 'quota';
  if (field === 'isHeld') {
    const { isHeld = false, ...rest } = row;
    traders.set(id, isHeld ? rest : { ...rest, isHeld: true });
    return { what: `whether staff hold trader ${id}` };
  }
  const edited = field === 'isAccepting' ? !row.isAccepting : row[field] + 1;
  traders.set(id, { ...row, [field]: edited });
  return { what: `${field} of trader ${id}` };
};

const follow: TableEdit = ({ copytrade: { follows } }, pick) => {
  const [id, row] = pick([...follows].filter(([, { state }]) => state !== 'ENDED')) ?? [];
  if (id === undefined || row === undefined) return undefined;
  const field = pick(['maxBet', 'exitGuard', 'rate', 'total', 'shared', 'isPaused'] as const) ?? 'total';
  const edited = field === 'isPaused' ? !row.isPaused : row[field] + 1n;
  follows.set(id, { ...row, [field]: edited });
  return { what: `${field} of follow ${id}` };
};

const copy: TableEdit = ({ copytrade: { open } }, pick) => {
  const [name, row] = pick([...open]) ?? [];
  if (name === undefined || row === undefined) return undefined;
  const field = pick(['qty', 'margin'] as const) ?? 'qty';
  open.set(name, { ...row, [field]: row[field] + 1n });
  return { what: `${field} of copy ${name}` };
};

const lead: TableEdit = ({ copytrade: { leads } }, pick, load) => {
  const waiting = [...load().copytrade.leads.values()].flat();
  const id = pick(waiting)?.lead.id;
  const row = id === undefined ? undefined : leads.get(id);
  if (id === undefined || row === undefined) return undefined;
  const field = pick(['price', 'margin', 'closed'] as const) ?? 'price';
  leads.set(id, { ...row, [field]: row[field] + 1n });
  return { what: `${field} of lead ${id}` };
};

export const copytradeEdits: readonly TableEdit[] = [trader, follow, copy, lead];
