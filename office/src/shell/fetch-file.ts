// A file that a call answers with. Only calls marked `answersFile` give one.
import type { Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import type { Office } from './office.ts';

/** Undefined when nobody is signed in or nothing was reached. */
export async function fetchFile<C extends AnyCall>(
  office: Office,
  call: C,
  query: Sent<C>['query'],
): Promise<Response | undefined> {
  const token = await office.session.accessToken();
  if (token === undefined || token === 'unreachable') return undefined;
  const sent: Readonly<Record<string, unknown>> = { siteInfoId: office.site.get(), ...(query as object) };
  const given = Object.entries(sent).filter(
    ([name, value]) => value !== undefined && value !== '' && !call.path.includes(`{${name}}`),
  );
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(sent[name])),
  );
  try {
    return await office.fetch(
      `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`,
      {
        method: 'GET',
        headers: { authorization: `Bearer ${token}`, 'accept-language': 'ko' },
        credentials: 'omit',
        cache: 'no-store',
      },
    );
  } catch {
    return undefined;
  }
}

/** What a refused file says about it. */
export async function refusalIn(response: Response | undefined): Promise<string | undefined> {
  const refused = (await response?.json().catch(() => undefined)) as
    | { readonly message?: string }
    | undefined;
  return refused?.message;
}
