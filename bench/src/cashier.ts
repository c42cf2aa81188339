// What money in and out costs beyond an order: the account of a past moment, and the root of all balances.
import { timeMachine } from './cashier-past.ts';
import { merkleRoot } from './cashier-root.ts';

export async function cashier(): Promise<Record<string, unknown>> {
  const past = await timeMachine();
  const root = await merkleRoot();
  return { growth: past['growth'], ratio: root['ratio'], past, root };
}
