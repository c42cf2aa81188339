// The only list of products of the simulator. `mutants.ts` lists their planted bugs: it must not load the engine.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { type OverseaPart, type OverseaPlan, type OverseaTwin, oversea } from './oversea/product.ts';
import type { SimProduct } from './product.ts';
import { type RoundsPart, type RoundsPlan, type RoundsTwin, rounds } from './rounds/product.ts';

export type PlanParts = RoundsPlan & OverseaPlan;
export type TwinParts = RoundsTwin & OverseaTwin;
export type TableParts = RoundsPart & OverseaPart;

/** Any of them as the core sees it. That the parts of all together make a whole plan is the list's promise. */
export const simProducts = [rounds, oversea] as readonly unknown[] as readonly SimProduct<
  PlanParts,
  object,
  object
>[];

/** Undefined for what is the account's. */
export const ownerOfCommand = ({ kind }: Pick<AnyCommand, 'kind'>) =>
  simProducts.find((product) => product.ownsCommand(kind));
export const ownerOfEvent = ({ kind }: Pick<AnyEvent, 'kind'>) =>
  simProducts.find((product) => product.ownsEvent(kind));
