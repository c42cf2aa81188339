// The endpoints of providers: where they report, and the pages of the stand-in. They are no calls of the contract: a
// report is proven by its signature over the exact bytes, which a parser would not keep.
import { createHash, randomBytes } from 'node:crypto';
import { CALLBACK_PATH } from '@maru/contract/cashier/providers';
import { toDecimal } from '@maru/engine/amount';
import type { Millis } from '@maru/engine/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { JSON_TYPE, sendRefusal } from '../../http/refuse.ts';
import type { Inbox } from './inbox.ts';
import { PRACTICE_PAGES } from './provider.ts';
import type { PracticeOrder, Sandbox } from './sandbox.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from './signature.ts';

const BODY_BYTES = 16 * 1_024;
const LONGEST_TOKEN = 1_024;

export function mountProviders(
  app: FastifyInstance,
  {
    inbox,
    sandbox,
    clock,
  }: { readonly inbox: Inbox; readonly sandbox: Sandbox; readonly clock: () => Millis },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    scope.post<{ Params: { provider: string } }>(
      CALLBACK_PATH,
      { bodyLimit: BODY_BYTES },
      async (request, reply) => {
        const one = (name: string): string => {
          const value = request.headers[name];
          return typeof value === 'string' ? value : '';
        };
        const report = {
          body: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
          timestamp: one(TIMESTAMP_HEADER),
          signature: one(SIGNATURE_HEADER),
        };
        const answer = await inbox.accept(request.params.provider, report, clock());
        if (!answer.ok) return sendRefusal(reply, { code: answer.refusal, language: 'en' });
        return reply.type(JSON_TYPE).send(JSON.stringify({ result: answer.result }));
      },
    );

    const tokenIn = (query: unknown): string => {
      const { text = '' } = query as { readonly text?: string };
      const token = new URLSearchParams(text).get('order') ?? '';
      return token.length <= LONGEST_TOKEN ? token : '';
    };
    const path = `${PRACTICE_PAGES}:provider`;
    scope.get<{ Params: { provider: string } }>(path, async (request, reply) => {
      const known = sandbox.orderOf(tokenIn(request.query), clock());
      if (known === undefined || known.provider !== request.params.provider)
        return sendRefusal(reply, { code: 'NOT_FOUND', language: 'ko' });
      return sendPage(reply, formOf(known));
    });
    scope.post(path, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const form = new URLSearchParams(
        Buffer.from((request.body as Buffer | undefined) ?? '').toString('utf8'),
      );
      const answer = await sandbox.pay(
        tokenIn(request.query),
        {
          act: form.get('act') === 'FAIL' ? 'FAIL' : 'PAY',
          amount: form.get('amount') ?? '',
          nonce: (form.get('nonce') ?? '').slice(0, 64),
        },
        clock(),
      );
      const done = answer?.ok === true;
      return sendPage(
        reply,
        `<p>${done ? '처리되었습니다. 앱으로 돌아가 주세요.' : '처리할 수 없습니다.'}</p>`,
      );
    });
  });
}

const STYLE =
  'body{font:16px system-ui;max-width:24rem;margin:4rem auto;padding:0 1rem}button,input{font:inherit;padding:.75rem 1rem;margin:.25rem 0}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

function sendPage(reply: FastifyReply, content: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>연습 결제</title><style>${STYLE}</style><h1>연습 결제</h1>
<p>실제 돈이 아닙니다. 이 화면은 결제사를 흉내 냅니다.</p>${content}</html>`,
    );
}

/** Everything in it was signed by us and consists of plain characters. */
function formOf({ provider, order }: PracticeOrder): string {
  if (order.kind === 'REQUEST') {
    return `<p>${provider} · ${escaped(order.amount)} ${escaped(order.currency)}</p>
<form method="post"><button name="act" value="PAY">결제하기</button>
<button name="act" value="FAIL">결제 취소</button></form>`;
  }
  const nonce = randomBytes(12).toString('hex');
  return `<p>${provider}</p><form method="post"><input type="hidden" name="nonce" value="${nonce}">
<label>금액 (${escaped(order.currency)}) <input name="amount" inputmode="decimal" value="${toDecimal(0n)}"></label>
<button name="act" value="PAY">보내기</button></form>`;
}

const escaped = (text: string): string => text.replaceAll(/[^\w.:-]/g, '');
