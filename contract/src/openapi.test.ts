import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { commaList, decimal, id, pageOf } from './fields.ts';
import { openApi } from './openapi.ts';

const pay = defineCall({
  method: 'POST',
  path: '/api/pay',
  summary: 'Pays',
  access: 'player',
  money: true,
  limit: { per: 'player', max: 5, windowMs: 60_000 },
  body: z.object({ amount: decimal }),
  reply: z.object({ id }),
  refusals: ['INSUFFICIENT_BALANCE'],
});

const list = defineCall({
  method: 'GET',
  path: '/api/content/{content-kind}/list',
  summary: 'Lists',
  access: 'public',
  query: z.object({ ...pageOf, content_kind: z.string(), stocks: commaList(5) }),
  reply: z.object({}),
});

type Described = { paths: Record<string, Record<string, Record<string, unknown>>> };
const { paths } = JSON.parse(JSON.stringify(openApi([pay, list]))) as Described;

test('a money call says who may, its key, its body and its refusals in both languages', () => {
  const described = paths['/api/pay']?.['post'];
  expect(described).toMatchObject({
    summary: 'Pays',
    'x-access': 'player',
    description: 'A signed-in player. At most 5 per 60 s and player.',
    security: [{ bearer: [] }],
    parameters: [{ name: 'Idempotency-Key', in: 'header', required: false }],
    requestBody: { content: { 'application/json': { schema: { required: ['amount'] } } } },
    responses: {
      200: { content: { 'application/json': { schema: { properties: { id: expect.anything() } } } } },
      422: {
        'x-refusals': [
          { code: 'INSUFFICIENT_BALANCE', ko: '잔액이 부족합니다.', en: 'Insufficient balance.' },
        ],
      },
      409: { description: 'KEY_REUSED' },
    },
  });
});

test('a list has its parameters, and a name in the path is a path parameter', () => {
  const described = paths['/api/content/{content_kind}/list']?.['get'];
  expect(described?.['requestBody']).toBeUndefined();
  expect(described?.['parameters']).toMatchObject([
    { name: 'page', in: 'query', required: false },
    { name: 'size', in: 'query', required: false },
    { name: 'content_kind', in: 'path', required: true },
    { name: 'stocks', in: 'query', required: true },
  ]);
});
