import { expect, test } from 'vitest';
import { mayImport, zoneOf } from './arrows.ts';
import { importsOf, targetOf } from './sources.ts';

test.each([
  ["import { a } from './one.ts';", './one.ts'],
  ["import type {\n  A,\n  B,\n} from '@maru/engine/amount';", '@maru/engine/amount'],
  ["import * as all from 'zod';", 'zod'],
  ["import './side-effect.ts';", './side-effect.ts'],
  ["const late = await import('ccxt');", 'ccxt'],
  ["export { a } from './one.ts';", './one.ts'],
  ["new Worker(new URL('worker.ts', import.meta.url));", './worker.ts'],
])('the import in %j is seen', (code, specifier) => {
  expect(importsOf({ path: 'x.ts', text: code, code })).toEqual([specifier]);
});

test.each([
  ['engine/src/book.ts', '@maru/contract/refusals'],
  ['engine/src/book.ts', '@maru/sim/main'],
  ['contract/src/call.ts', '@maru/server/db/database'],
  ['server/src/account/routes.ts', '../binary/store.ts'],
  ['server/src/desk/desk.ts', '../account/store.ts'],
  ['server/src/http/serve.ts', '../desk/desk.ts'],
  ['client/src/prices.ts', '@maru/server/feed/feed'],
  ['app/src/ui/buttons/button.tsx', '@maru/contract/refusals'],
  ['app/src/oversea/orders/order-panel.tsx', '../../binary/bet-panel.tsx'],
  ['e2e/journeys/sign-in.ts', '@maru/server/main'],
])('%s may not import %s', (importer, specifier) => {
  const target = targetOf(importer, specifier) ?? '';
  expect(mayImport(zoneOf(importer), zoneOf(target))).toBe(false);
});

test.each([
  ['contract/src/call.ts', '@maru/engine/amount'],
  ['server/src/main.ts', './account/routes.ts'],
  ['server/src/oversea/routes.ts', '../market/store.ts'],
  ['sim/src/main.ts', '@maru/server/desk/desk'],
  ['app/src/routes.tsx', './oversea/order-panel.tsx'],
])('%s may import %s', (importer, specifier) => {
  const target = targetOf(importer, specifier) ?? '';
  expect(mayImport(zoneOf(importer), zoneOf(target))).toBe(true);
});
