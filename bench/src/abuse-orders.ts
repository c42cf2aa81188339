// The honest side of the abuse bench: players who bet at a steady pace, each from an address of their own. An order is
// timed from the moment it was due, so that a server that is blocked cannot look fast because orders were sent late.
import { Agent, request } from 'node:http';
import { instruments } from '@maru/server/feed/instruments';

/** A round takes ten bets of a player, so it needs many to bet for minutes. */
const PLAYERS = 60;
const SIGNED_UP_AT_ONCE = 4;
/** Orders of all players together. */
const PER_SECOND = 60;
/** Rounds that close sooner than this are not used: a late bet is refused, and a refusal is no order. */
const SPARE_MS = 1_500;
const REFRESH_MS = 2_000;
const STOCKS = instruments
  .filter(({ kind, roundTypes }) => kind === 'CRYPTO' && roundTypes.length > 0)
  .map(({ code }) => code);

export interface Person {
  readonly headers: Readonly<Record<string, string>>;
}

export interface Orders {
  /** What the orders of the next so many milliseconds took. */
  measure(durationMs: number): Promise<Measured>;
  close(): void;
}

export interface Measured {
  readonly orders: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly mostMs: number;
}

interface Round {
  readonly id: number;
  readonly type: string;
  readonly betStartMillis: number;
  readonly betEndMillis: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export async function ask(
  origin: string,
  path: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const { headers, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}${path}`,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export async function signUp(origin: string, name: string, address: string): Promise<Person> {
  const credentials = { username: name, password: `password-of-${name}`, siteInfoId: 1 };
  const number = String(Number.parseInt(name.replace(/\D/g, ''), 10) + 1_000);
  const person = {
    ...credentials,
    name: '시험',
    phone: `010-${number}-${number}`,
    email: `${name}@example.com`,
    nick: `시험자${number}`,
  };
  const headers = { 'x-forwarded-for': address };
  const made = await ask(origin, '/api/player', { headers, body: JSON.stringify(person) });
  if (made.status !== 200) throw new Error(`sign-up: ${made.status} ${made.text}`);
  const signedIn = await ask(origin, '/api/login', { headers, body: JSON.stringify(credentials) });
  if (signedIn.status !== 200) throw new Error(`sign-in: ${signedIn.status} ${signedIn.text}`);
  const { accessToken } = JSON.parse(signedIn.text) as { accessToken: string };
  return { headers: { ...headers, authorization: `Bearer ${accessToken}` } };
}

export async function openOrders(origin: string): Promise<Orders> {
  const players: Person[] = [];
  while (players.length < PLAYERS) {
    const made = Array.from({ length: SIGNED_UP_AT_ONCE }, (_, each) => {
      const place = players.length + each;
      return signUp(origin, `bettor${place}`, `10.1.${place}.1`);
    });
    players.push(...(await Promise.all(made)));
  }
  let rounds = await openRounds(origin);
  const refreshing = setInterval(() => {
    openRounds(origin).then(
      (found) => {
        rounds = found;
      },
      // The next refresh is soon; orders on rounds that closed meanwhile are counted as refused.
      () => {},
    );
  }, REFRESH_MS);
  const placed = new Map<string, number>();
  let number = 0;

  /** The round that closes first of those that take another bet of this player. */
  function roundFor(player: number): Round | undefined {
    const latest = Date.now() + SPARE_MS;
    const open = rounds.filter(({ betEndMillis }) => betEndMillis > latest);
    for (const round of open) {
      const key = `${player}-${round.id}`;
      const count = placed.get(key) ?? 0;
      if (count >= 9) continue;
      placed.set(key, count + 1);
      return round;
    }
    return undefined;
  }

  async function order(): Promise<boolean> {
    number += 1;
    const at = number % PLAYERS;
    const round = roundFor(at);
    // The last list of rounds is too old: a player who cannot see the rounds cannot bet either.
    if (round === undefined) return false;
    const body = { siteInfoId: 1, point: '5000', tradeRoundId: round.id, type: 'LONG' };
    const headers = { ...players[at]?.headers, 'idempotency-key': `abuse-order-${number}` };
    const answer = await ask(origin, '/api/trade/history/betting', { headers, body: JSON.stringify(body) });
    if (answer.status !== 200 && answer.status !== 409)
      console.error(`order ${answer.status} ${answer.text}`);
    return answer.status === 200;
  }

  return {
    async measure(durationMs) {
      const tookMs: number[] = [];
      let refused = 0;
      const waiting: Promise<void>[] = [];
      const startedAt = performance.now();
      const count = Math.round((durationMs / 1_000) * PER_SECOND);
      for (let each = 0; each < count; each += 1) {
        const dueAt = startedAt + (each * 1_000) / PER_SECOND;
        const aheadMs = dueAt - performance.now();
        if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
        // A timer fires late by itself; the order counts from when it was sent, unless this process was blocked.
        const sentAt = Math.min(performance.now(), dueAt + 2);
        waiting.push(
          order().then((isPlaced) => {
            if (isPlaced) tookMs.push(performance.now() - sentAt);
            else refused += 1;
          }),
        );
      }
      await Promise.all(waiting);
      tookMs.sort((a, b) => a - b);
      const at = (share: number) =>
        Number((tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0).toFixed(2));
      return { orders: tookMs.length, refused, p50Ms: at(0.5), p95Ms: at(0.95), mostMs: at(1) };
    },
    close: () => clearInterval(refreshing),
  };
}

export async function openRounds(origin: string): Promise<readonly Round[]> {
  const headers = { 'x-forwarded-for': '10.2.0.1' };
  const path = `/api/public/trade_round?siteInfoId=1&stockListStrs=${STOCKS.join(',')}`;
  const { status, text } = await ask(origin, path, { headers });
  if (status !== 200) throw new Error(`rounds: ${status} ${text}`);
  const now = Date.now();
  return (JSON.parse(text) as Round[])
    .filter(({ type, betStartMillis, betEndMillis }) => {
      return !type.startsWith('P') && betStartMillis <= now && betEndMillis > now + SPARE_MS;
    })
    .toSorted((a, b) => a.betEndMillis - b.betEndMillis);
}
