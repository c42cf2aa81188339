// Serves the documentation page. Each language is made by its first request and then kept.
import { hash } from 'node:crypto';
import type { Language } from '@maru/contract/refusals';
import type { FastifyInstance } from 'fastify';
import { languageOf, sendRefusal } from '../http/refuse.ts';
import { docsPolicy, makeDocsPage, type OpenApi } from './docs-page.ts';

interface Page {
  readonly text: string;
  readonly etag: string;
}

export function mountDocs(app: FastifyInstance): void {
  const pages = new Map<Language, Page>();

  /** Undefined while this machine has asked for the OpenAPI text too often. */
  async function pageIn(language: Language, host: string): Promise<Page | undefined> {
    const made = pages.get(language);
    if (made !== undefined) return made;
    const answer = await app.inject({ url: '/api/openapi.json', headers: { host } });
    if (answer.statusCode !== 200) return undefined;
    const text = await makeDocsPage(language, answer.json() as OpenApi);
    const page = { text, etag: `"${hash('sha256', text, 'hex').slice(0, 32)}"` };
    pages.set(language, page);
    return page;
  }

  app.get('/docs/api', async (request, reply) => {
    const { text: query = '' } = request.query as { readonly text?: string };
    const asked = new URLSearchParams(query).get('lang');
    const language =
      asked === 'ko' || asked === 'en' ? asked : languageOf(request.headers['accept-language'], 'ko');
    const page = await pageIn(language, request.headers.host ?? '');
    if (page === undefined) return sendRefusal(reply, { code: 'TRY_AGAIN', language });
    reply.headers({
      'content-security-policy': docsPolicy,
      'cache-control': 'public, max-age=300',
      vary: 'accept-language',
      etag: page.etag,
    });
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page.text);
  });
}
