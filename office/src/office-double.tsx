// The office in a test: the real screens, with the server faked from the contract. Requests and replies pass the call's
// own schemas, so a screen cannot be tested against a server that does not exist.
import { createStore } from '@maru/client/store';
import { browserTimers, type Timers } from '@maru/client/timers';
import type { AnyCall } from '@maru/contract/call';
import { type RefusalCode, refusals } from '@maru/contract/refusals';
import { rightsOf } from '@maru/contract/staff/rights';
import { officeMe } from '@maru/contract/staff/sign-in';
import { render } from '@testing-library/react';
import { OfficeApp } from './office-app.tsx';
import { createOffice, STORAGE_PREFIX } from './shell/office.ts';

type Reply = { readonly reply: unknown } | { readonly refusal: RefusalCode };
type Answer = (sent: Readonly<Record<string, unknown>>) => Reply | Promise<Reply>;

export interface OfficeDouble {
  /** From now on the call is answered so. A function gets the parsed query or body. */
  on(call: AnyCall, answer: Answer | Reply): void;
  /** What was sent to a call, in order. */
  sentTo(call: AnyCall): readonly unknown[];
  /** Opens the office at a path below /office. */
  open(path: string): void;
  readonly path: () => string;
}

const home = { id: 1, code: 'maru', name: '마루' };

export const operator = {
  id: 3,
  username: 'operator',
  name: '박운영',
  role: 'HEAD',
  level: 1,
  rights: rightsOf.HEAD,
  site: home,
  sites: [home],
  totp: true,
  passkeys: 0,
  mustChangePassword: false,
  stepUpUntilMillis: Number.MAX_SAFE_INTEGER,
  idleMs: 900_000,
};

export function officeDouble({
  isSignedIn = true,
  timers = browserTimers,
}: {
  readonly isSignedIn?: boolean;
  readonly timers?: Timers;
} = {}): OfficeDouble {
  const answers = new Map<string, { readonly call: AnyCall; readonly answer: Answer }>();
  const sent = new Map<AnyCall, unknown[]>();
  const stored = new Map<string, string>();
  if (isSignedIn) {
    stored.set(`${STORAGE_PREFIX}accessToken`, 'token');
    stored.set(`${STORAGE_PREFIX}refreshToken`, 'refresh');
    stored.set(`${STORAGE_PREFIX}expiresAt`, String(Number.MAX_SAFE_INTEGER));
  }
  const at = createStore('/');

  async function fetchDouble(url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'http://office.test');
    // The only name in a path is that of a file.
    const file = /\/([0-9a-f]{32})$/.exec(pathname)?.[1];
    const path = file === undefined ? pathname : pathname.replace(file, '{id}');
    const known = answers.get(`${init.method} ${path}`);
    if (known === undefined) throw new Error(`the test gives no answer to ${init.method} ${pathname}`);
    const { call, answer } = known;
    const given: unknown =
      call.method === 'GET'
        ? call.query.parse({
            ...Object.fromEntries(searchParams),
            ...(file === undefined ? {} : { id: file }),
          })
        : call.body.parse(JSON.parse(String(init.body ?? '{}')));
    sent.set(call, [...(sent.get(call) ?? []), given]);
    const made = await answer(given as Readonly<Record<string, unknown>>);
    if ('reply' in made) return Response.json(call.reply.parse(made.reply));
    const { status, ko } = refusals[made.refusal];
    return Response.json({ code: made.refusal, message: ko }, { status });
  }

  const office = createOffice({
    fetch: fetchDouble,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    timers,
    place: { at, go: at.set, replace: at.set },
    exclusively: (_, run) => run(),
    onOtherTab: () => {},
  });

  const double: OfficeDouble = {
    on: (call, answer) =>
      void answers.set(`${call.method} ${call.path}`, {
        call,
        answer: typeof answer === 'function' ? answer : () => answer,
      }),
    sentTo: (call) => sent.get(call) ?? [],
    open(path) {
      at.set(path);
      render(<OfficeApp office={office} />);
    },
    path: at.get,
  };
  double.on(officeMe, { reply: operator });
  return double;
}
