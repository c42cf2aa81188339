// OpenAPI 3.1 of every call, made from the contract itself.
import { z } from 'zod';
import type { Access, AnyCall, DoorRefusal } from './call.ts';
import { type RefusalCode, refusals } from './refusals.ts';

type Json = { readonly [key: string]: unknown };

const access: Record<Access, string> = {
  public: 'Anyone.',
  player: 'A signed-in player.',
  staff: 'Staff.',
};

/** What the door may answer to any call. */
const doorRefusals: readonly DoorRefusal[] = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
  'TRY_AGAIN',
];

const PLACEHOLDER = /\{([^}]+)\}/g;
const fieldOf = (placeholder: string): string => placeholder.replaceAll('-', '_');

export function openApi(calls: readonly AnyCall[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls) {
    const path = call.path.replace(PLACEHOLDER, (_, name: string) => `{${fieldOf(name)}}`);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Maru', version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
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
    summary: call.summary,
    description: `${access[call.access]}${limitText(call)}`,
    'x-access': call.access,
    security: call.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: parametersOf(call),
    ...(takesBody
      ? { requestBody: { content: { 'application/json': { schema: schemaOf(call.body) } } } }
      : {}),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(call.reply) } } },
      ...refusalResponses(call),
    },
  };
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
  const codes = new Set<RefusalCode>([...call.refusals, ...doorRefusals]);
  if (call.access !== 'public') codes.add('LOGIN_REQUIRED').add('TOKEN_EXPIRED');
  if (call.method === 'POST') codes.add('TOO_LARGE').add('UNSUPPORTED_CONTENT_TYPE');
  if (call.money === true && call.method === 'POST') codes.add('KEY_REUSED').add('RESULT_UNKNOWN');
  const responses: Record<string, { description: string; content: Json; 'x-refusals': Json[] }> = {};
  for (const code of codes) {
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
