// The products of the server, in the order in which their pushes leave: what an event did to wallets comes first.
import { walletPushes } from './account/pushes.ts';
import { binaryPushes } from './binary/pushes.ts';
import { ballPushes } from './bitball/pushes.ts';
import { overseaPushes } from './oversea/pushes.ts';
import type { PushesOf } from './push/event-pushes.ts';

export interface ServerProduct {
  readonly name: string;
  readonly pushesOf: PushesOf;
}

export const products: readonly ServerProduct[] = [
  { name: 'account', pushesOf: walletPushes },
  { name: 'binary', pushesOf: binaryPushes },
  { name: 'bitball', pushesOf: ballPushes },
  { name: 'oversea', pushesOf: overseaPushes },
];
