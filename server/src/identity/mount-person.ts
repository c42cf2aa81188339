// The page that stands in for the identity provider. It is no call of the contract: a browser opens it, and whoever has
// its signed order may answer it once.
import { createHash } from 'node:crypto';
import type { Millis } from '@maru/engine/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendRefusal } from '../http/refuse.ts';
import { PERSON_PAGE, type Persons, type ResultOutcome } from './person.ts';

const BODY_BYTES = 4_096;
const LONGEST_TOKEN = 1_024;

const SAID: Readonly<Record<ResultOutcome, string>> = {
  DONE: '확인되었습니다. 앱으로 돌아가 주세요.',
  REPEATED: '이미 처리되었습니다.',
  INVALID: '이름, 생년월일 8자리, 휴대폰 번호를 확인해 주세요.',
  OTHER_ACCOUNT: '이미 다른 계정에서 확인한 사람입니다.',
  REFUSED: '처리할 수 없습니다.',
};

export function mountPerson(
  app: FastifyInstance,
  { persons, clock }: { readonly persons: Persons; readonly clock: () => Millis },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const tokenIn = (query: unknown): string => {
      const { text = '' } = query as { readonly text?: string };
      const token = new URLSearchParams(text).get('order') ?? '';
      return token.length <= LONGEST_TOKEN ? token : '';
    };
    scope.get(PERSON_PAGE, async (request, reply) => {
      if (persons.orderOf(tokenIn(request.query), clock()) === undefined)
        return sendRefusal(reply, { code: 'NOT_FOUND', language: 'ko' });
      return sendPage(reply, FORM);
    });
    scope.post(PERSON_PAGE, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const order = tokenIn(request.query);
      if (persons.orderOf(order, clock()) === undefined)
        return sendRefusal(reply, { code: 'NOT_FOUND', language: 'ko' });
      const form = new URLSearchParams(
        Buffer.from((request.body as Buffer | undefined) ?? '').toString('utf8'),
      );
      const field = (name: string): string => (form.get(name) ?? '').slice(0, 120);
      const typed = { name: field('name'), birth: field('birth'), phone: field('phone') };
      const outcome = await persons.answerPage({ order, ...typed }, clock());
      return sendPage(reply, `<p>${SAID[outcome]}</p>${outcome === 'INVALID' ? FORM : ''}`);
    });
  });
}

const STYLE =
  'body{font:16px system-ui;max-width:24rem;margin:4rem auto;padding:0 1rem}label,button{display:block;margin:.75rem 0}button,input{font:inherit;padding:.75rem 1rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const FORM = `<form method="post">
<label>이름 <input name="name" autocomplete="name" required></label>
<label>생년월일 8자리 <input name="birth" inputmode="numeric" maxlength="8" required></label>
<label>휴대폰 번호 <input name="phone" inputmode="tel" autocomplete="tel" required></label>
<button>확인</button></form>`;

function sendPage(reply: FastifyReply, content: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'`,
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>연습 본인확인</title><style>${STYLE}</style><h1>연습 본인확인</h1>
<p>이 화면은 본인확인 기관을 흉내 냅니다. 실제로 조회하지 않습니다.</p>${content}</html>`,
    );
}
