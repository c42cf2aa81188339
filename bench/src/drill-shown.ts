// What the API shows of a member at the end of a drill: its history, its balances, what it has open, and keys repeated.
import { eventOfOrder } from '@maru/engine/futures/terms';
import { isCommand } from './drill-checker.ts';
import type { AccountEvent, Asked, Shown } from './drill-log.ts';
import { type Member, pause } from './drill-member.ts';

const PAGE = 100;
const TRIES = 40;
const AGAIN_MS = 250;
/** Of each member. */
const REPEATED = 6;

export async function readShown(member: Member): Promise<Shown> {
  for (let nth = 1; ; nth += 1) {
    const events = await eventsAfter(member, 0);
    const wallets = await member.read<Shown['wallets']>('/api/wallet/my');
    const open = await readOpen(member);
    const later = await eventsAfter(member, events.at(-1)?.seq ?? 0);
    // The platform pays rounds and fills orders also now, and all of it has to be of one moment.
    if (later.length === 0 && wallets !== undefined)
      return { events, wallets, open, repeated: await repeat(member) };
    if (nth === TRIES) throw new Error(`the account of ${member.name} does not come to rest`);
    await pause(AGAIN_MS);
  }
}

async function eventsAfter(member: Member, since: number): Promise<readonly AccountEvent[]> {
  const all: AccountEvent[] = [];
  for (let nth = 1; ; ) {
    const last = all.at(-1)?.seq ?? since;
    const page = await member.read<{ content: readonly AccountEvent[]; complete: boolean }>(
      `/api/account/events?since=${last}&size=${PAGE}`,
    );
    if (page === undefined) throw new Error(`the events of ${member.name} cannot be read`);
    all.push(...page.content);
    if (page.content.length < PAGE && page.complete) return all;
    if (page.content.length > 0) continue;
    nth += 1;
    if (nth > TRIES) throw new Error(`the events of ${member.name} stay incomplete`);
    await pause(AGAIN_MS);
  }
}

/** A position has the number of the event that opened it. */
async function readOpen(member: Member): Promise<Shown['open']> {
  const open: Shown['open'][number][] = [];
  for (const [path, eventOf] of [
    ['/api/futures/history/open_order', eventOfOrder],
    ['/api/futures/history/open_position', (id: number) => id],
    ['/api/oversea/history/open_order', (id: number) => id],
    ['/api/oversea/history/open_position', (id: number) => id],
  ] as const)
    for (const { id } of (await member.read<readonly { readonly id: number }[]>(path)) ?? [])
      open.push({ what: `${path} ${id}`, event: eventOf(id) });
  return open;
}

/** Spread over everything that was done, the first and the newest among it. */
async function repeat(member: Member): Promise<Shown['repeated']> {
  const done = member.asked.filter((each) => isCommand(each) && each.answer?.status === 200);
  const step = Math.max(1, (done.length - 1) / (REPEATED - 1));
  const places = new Set(Array.from({ length: REPEATED }, (_, nth) => Math.round(nth * step)));
  const sample = [...places].flatMap((place) => done[place] ?? []);
  const repeated: Shown['repeated'][number][] = [];
  for (const each of sample) {
    const again = await untilAnswered(member, each);
    repeated.push({ key: each.key ?? '', first: JSON.stringify(each.answer?.body), again });
  }
  return repeated;
}

async function untilAnswered(member: Member, asked: Asked): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const answer = await member.again(asked);
    if (answer?.status === 200) return JSON.stringify(JSON.parse(answer.text));
    if (answer?.status === 401) await member.signIn();
    else if (nth === TRIES || (answer !== undefined && answer.status < 500 && answer.status !== 429))
      return `${answer?.status} ${answer?.text}`;
    await pause(answer?.retryAfterMs ?? AGAIN_MS);
  }
}
