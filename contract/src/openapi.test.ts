import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { commaList, decimal, id, pageOf } from './fields.ts';
import { openApi } from './openapi.ts';

const pay = defineCall('player', 'POST', '/api/pay', {
  summary: 'Pays',
  money: true,
  limit: { per: 'player', max: 5, windowMs: 60_000 },
  body: z.object({ amount: decimal }),
  reply: z.object({ id }),
  refusals: ['INSUFFICIENT_BALANCE'],
});

const list = defineCall('public', 'GET', '/api/content/{content-kind}/list', {
  summary: 'Lists',
  query: z.object({ ...pageOf, content_kind: z.string(), stocks: commaList(5) }),
  reply: z.object({}),
});

type Described = { paths: Record<string, Record<string, Record<string, unknown>>> };
const { paths } = JSON.parse(JSON.stringify(openApi([pay, list], '1.2.3'))) as Described;

test('a money call has its access, its key, its body and its refusals in both languages', () => {
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
      503: { description: 'TRY_AGAIN, RESULT_UNKNOWN' },
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

test('every operation has an id of its own, and every status that can occur has the refusal as its body', () => {
  expect(paths['/api/pay']?.['post']?.['operationId']).toBe('postPay');
  expect(paths['/api/content/{content_kind}/list']?.['get']?.['operationId']).toBe(
    'getContentContentKindList',
  );
  const responses = paths['/api/content/{content_kind}/list']?.['get']?.['responses'] as Record<
    string,
    object
  >;
  const statuses = [
    '200',
    '400',
    '401',
    '403',
    '404',
    '405',
    '408',
    '413',
    '421',
    '429',
    '431',
    '500',
    '503',
  ];
  expect(Object.keys(responses)).toEqual(statuses);
  for (const status of statuses.slice(1)) {
    expect(responses[status]).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    });
  }
});
