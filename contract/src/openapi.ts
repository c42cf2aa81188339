// OpenAPI 3.1 of every call, made from the contract itself.
import { z } from 'zod';
import { signingRefusals } from './apikeys/refusals.ts';
import type { Access, AnyCall } from './call.ts';
import { type RefusalCode, refusals } from './refusals.ts';

type Json = { readonly [key: string]: unknown };

const access: Record<Access, string> = {
  public: 'Anyone.',
  player: 'A signed-in player.',
  staff: 'Staff.',
};

/** The refusals of the HTTP layer for any call. */
const httpRefusals = [
  'INVALID_REQUEST',
  'LOGIN_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'TOO_LARGE',
  'HOST_UNKNOWN',
  'TOO_MANY_REQUESTS',
  'HEADERS_TOO_LARGE',
  'UNEXPECTED',
  'TRY_AGAIN',
] as const satisfies readonly RefusalCode[];

/** Every refusal that a call can return. Every server test compares the refusals it gets with this. */
export function refusalsOf(call: AnyCall): ReadonlySet<RefusalCode> {
  const codes = new Set<RefusalCode>([...call.refusals, ...httpRefusals]);
  const add = (...more: readonly RefusalCode[]) => more.forEach((code) => void codes.add(code));
  // A sign-in is public, but its account may be blocked or its session ended.
  if (call.access !== 'public' || call.method === 'POST') {
    add('TOKEN_EXPIRED', 'SESSION_ENDED', 'ACCOUNT_BLOCKED', 'ACCOUNT_NOT_FOUND');
  }
  if (call.method === 'POST') add('UNSUPPORTED_CONTENT_TYPE', 'RESULT_UNKNOWN');
  if (call.access === 'staff' && call.right !== 'SELF')
    add('SECOND_FACTOR_SETUP_NEEDED', 'PASSWORD_CHANGE_NEEDED');
  if (call.stepUp === true) add('STEP_UP_NEEDED');
  if (call.api !== undefined) add(...signingRefusals);
  if (call.money === true) add('KEY_REUSED', 'TOO_MANY_KEYS', 'DEVICE_BLOCKED');
  return codes;
}

const PLACEHOLDER = /\{([^}]+)\}/g;
const fieldOf = (placeholder: string): string => placeholder.replaceAll('-', '_');

export function openApi(calls: readonly AnyCall[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls) {
    const path = call.path.replace(PLACEHOLDER, (_, name: string) => `{${fieldOf(name)}}`);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Maru', version },
    servers: [{ url: '/', description: 'Where this text was read from.' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        key: { type: 'apiKey', in: 'header', name: 'Maru-Key' },
        time: { type: 'apiKey', in: 'header', name: 'Maru-Time' },
        signature: { type: 'apiKey', in: 'header', name: 'Maru-Sign' },
      },
      schemas: { Refusal: refusalSchema },
    },
  };
}

const refusalSchema = {
  type: 'object',
  required: ['status', 'code', 'message'],
  properties: {
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(refusals) },
    message: { type: 'string', description: 'Korean, or English for Accept-Language: en.' },
    field: { type: 'string', description: 'The first field that is wrong.' },
    reference: { type: 'string', description: 'What support looks up after a 500.' },
  },
} as const;

function operation(call: AnyCall): Json {
  const takesBody = call.method === 'POST';
  return {
    operationId: operationId(call),
    summary: call.summary,
    description: `${access[call.access]}${limitText(call)}`,
    'x-access': call.access,
    ...(call.api === undefined ? {} : { 'x-api': call.api }),
    security: securityOf(call),
    parameters: parametersOf(call),
    ...(takesBody ? { requestBody: { content: bodyOf(call) } } : {}),
    responses: {
      200: {
        description: 'Done.',
        content:
          call.answersFile === true
            ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: schemaOf(call.reply) } },
      },
      ...refusalResponses(call),
    },
  };
}

const bodyOf = (call: AnyCall): Json =>
  call.uploadBytes === undefined
    ? { 'application/json': { schema: schemaOf(call.body) } }
    : { 'multipart/form-data': { schema: uploadSchema } };

const uploadSchema = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
} as const;

/** A signed request has all three headers; see docs/wire.md 11. */
const securityOf = ({ access, api }: AnyCall): readonly Json[] => [
  ...(access === 'public' ? [{}] : []),
  { bearer: [] },
  ...(api === undefined ? [] : [{ key: [], time: [], signature: [] }]),
];

/** `GET /api/stock/chart_page` is getStockChartPage. */
export function operationId({ method, path }: Pick<AnyCall, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\//, '/')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `${method.toLowerCase()}${name}`;
}

const limitText = ({ limit }: AnyCall): string =>
  limit === undefined ? '' : ` At most ${limit.max} per ${limit.windowMs / 1_000} s and ${limit.per}.`;

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}

function parametersOf(call: AnyCall): readonly Json[] {
  const schema = schemaOf(call.query);
  const required = new Set(schema['required'] as readonly string[] | undefined);
  const inPath = new Set([...call.path.matchAll(PLACEHOLDER)].map(([, name]) => fieldOf(name as string)));
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const parameters: Json[] = fields.map(([name, field]) =>
    inPath.has(name)
      ? { name, in: 'path', required: true, schema: field }
      : { name, in: 'query', required: required.has(name), schema: field },
  );
  const undescribed = [...inPath].filter((name) => !fields.some(([field]) => field === name));
  parameters.push(
    ...undescribed.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  );
  if (call.money === true && call.method === 'POST') parameters.push(idempotencyKey);
  return parameters;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body get the first answer again; another body gets 409 KEY_REUSED.',
  schema: { type: 'string', minLength: 8, maxLength: 64, pattern: '^[!-~]+$' },
} as const;

/** By status: each refusal with both texts. */
function refusalResponses(call: AnyCall): Json {
  const responses: Record<string, { description: string; content: Json; 'x-refusals': Json[] }> = {};
  for (const code of refusalsOf(call)) {
    const { status, ko, en } = refusals[code];
    const response = responses[status] ?? {
      description: '',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      'x-refusals': [],
    };
    response['x-refusals'].push({ code, ko, en });
    response.description = response['x-refusals'].map((each) => each['code']).join(', ');
    responses[status] = response;
  }
  return responses;
}
