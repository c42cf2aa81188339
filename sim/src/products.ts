// The only list of products of the simulator. `mutants.ts` lists their planted bugs: it must not load the engine.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { CashierGoal } from './cashier/goals.ts';
import { type CashierPart, type CashierPlan, type CashierTwin, cashier } from './cashier/product.ts';
import type { CopytradeGoal } from './copytrade/goals.ts';
import {
  type CopytradePart,
  type CopytradePlan,
  type CopytradeTwin,
  copytrade,
} from './copytrade/product.ts';
import type { FuturesGoal } from './futures/goals.ts';
import { type FuturesPart, type FuturesPlan, type FuturesTwin, futures } from './futures/product.ts';
import { coreGoals } from './goals.ts';
import {
  type LimitsGoal,
  type LimitsPart,
  type LimitsPlan,
  type LimitsTwin,
  limits,
} from './limits/product.ts';
import type { OverseaGoal } from './oversea/goals.ts';
import { type OverseaPart, type OverseaPlan, type OverseaTwin, oversea } from './oversea/product.ts';
import {
  type PartnerGoal,
  type PartnerPart,
  type PartnerPlan,
  type PartnerTwin,
  partner,
} from './partner/product.ts';
import type { SimProduct } from './product.ts';
import type { RoundGoal } from './rounds/goals.ts';
import { type RoundsPart, type RoundsPlan, type RoundsTwin, rounds } from './rounds/product.ts';

export type PlanParts = RoundsPlan &
  OverseaPlan &
  FuturesPlan &
  CashierPlan &
  LimitsPlan &
  CopytradePlan &
  PartnerPlan;
export type TwinParts = RoundsTwin &
  OverseaTwin &
  FuturesTwin &
  CashierTwin &
  LimitsTwin &
  CopytradeTwin &
  PartnerTwin;
export type TableParts = RoundsPart &
  OverseaPart &
  FuturesPart &
  CashierPart &
  LimitsPart &
  CopytradePart &
  PartnerPart;
export type ProductGoal =
  | RoundGoal
  | OverseaGoal
  | FuturesGoal
  | CashierGoal
  | LimitsGoal
  | CopytradeGoal
  | PartnerGoal;

/** Any of them as the core sees it. The list guarantees that the parts of all together make a whole plan. */
export const simProducts = [
  rounds,
  oversea,
  futures,
  cashier,
  limits,
  partner,
  // After those that it has in its runs: its plan replaces theirs.
  copytrade,
] as readonly unknown[] as readonly SimProduct<PlanParts, object, object>[];

export const goals: readonly string[] = [...coreGoals, ...simProducts.flatMap((product) => product.goals)];

/** Undefined for what is the account's. */
export const ownerOfCommand = ({ kind }: Pick<AnyCommand, 'kind'>) =>
  simProducts.find((product) => product.ownsCommand(kind));
export const ownerOfEvent = ({ kind }: Pick<AnyEvent, 'kind'>) =>
  simProducts.find((product) => product.ownsEvent(kind));
