// Bit-ball is opened with binary options: its bets come through their calls.
import type { ServerProduct } from '../product/server-product.ts';
import { ballFairness } from './fairness.ts';
import { ballPushes } from './pushes.ts';

export const bitballProduct: ServerProduct = {
  name: 'bitball',
  pushesOf: ballPushes,
  fairness: ballFairness,
};
