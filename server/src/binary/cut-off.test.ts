// Many bets around the cut-off: the time at which a bet was received decides, however long it then waits for the desk
// (F17).
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { playerId } from '@maru/engine/purse';
import { roundId } from '@maru/engine/rounds/round';
import { later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { createHttp } from '../http/http.ts';
import { bitcoin, silentLog } from '../market/testing.ts';
import { openCrowd, SITE, STAKE, TICKETS } from './many-testing.ts';
import { binaryOfferId } from './offers.ts';

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const OPEN = later(START, MINUTE_MS);
const BETS_UNTIL = later(OPEN, -10_000);
const ROUND = roundId({ offer: binaryOfferId(bitcoin, 'R1'), open: OPEN });
const BETS = 2_000;
const PATIENCE_MS = 300_000;
/** The clock advances with every read, so that the cut-off falls into the middle of the bets on any machine. */
const PER_LOOK_MS = 0.15;

test.each(testDatabases)(
  'two thousand bets around the cut-off are all answered, and accepted exactly if they were stamped before it, on $name',
  async ({ open }) => {
    const store = await open();
    let looks: number | undefined;
    const clock = (): Millis => {
      if (looks === undefined) return later(START, 1_000);
      looks += 1;
      return later(BETS_UNTIL, Math.floor(looks * PER_LOOK_MS) - 200);
    };
    const players = BETS / TICKETS;
    const crowd = await openCrowd(store, players, clock);
    const stamps = new Map<string, Millis>();
    const http = await createHttp({
      // The real calls; the time stamp of each bet is recorded when it arrives.
      routes: crowd.binary.routes.map((route) => ({
        ...route,
        handle: (asked) => {
          if (asked.key !== undefined) stamps.set(asked.key.key, asked.now);
          return route.handle(asked);
        },
      })),
      authenticate: async (token) => ({
        player: playerId(Number(token)),
        site: SITE,
        role: 'PLAYER',
        session: 1,
      }),
      siteOf: () => SITE,
      clock,
      log: silentLog,
      paces: 'OFF',
      health: () => ({ ready: true }),
      metrics: () => '',
    });
    await http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = http.server.address() as AddressInfo;
    crowd.publishPrice('100', later(START, 1_000));

    const agent = new Agent({ keepAlive: true, maxSockets: 100 });
    looks = 0;
    const answers = await Promise.all(
      Array.from({ length: BETS }, async (_, index) => {
        const player = (index % players) + 1;
        const key = `rush-before-the-cut-off-${index}`;
        const body = { point: STAKE, tradeRoundId: ROUND, type: player % 2 === 0 ? 'LONG' : 'SHORT' };
        return { key, ...(await post({ agent, port, player, key, body })) };
      }),
    );
    agent.destroy();

    expect(stamps.size).toBe(BETS);
    for (const { key, status, body } of answers) {
      const isInTime = stamps.get(key)! < BETS_UNTIL;
      expect({ status, code: body.code }).toEqual(
        isInTime ? { status: 200, code: undefined } : { status: 409, code: 'ROUND_CLOSED' },
      );
    }
    const accepted = answers.filter(({ status }) => status === 200).length;
    const placed = crowd.events.flatMap((event) => (event.kind === 'BET_PLACED' ? [event] : []));
    expect(placed).toHaveLength(accepted);
    expect(placed.every(({ acceptedAt }) => acceptedAt < BETS_UNTIL)).toBe(true);
    // There were bets on both sides of the cut-off.
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(BETS);
    await http.close();
    await crowd.close();
    await store.drop();
  },
  PATIENCE_MS,
);

interface Posted {
  readonly agent: Agent;
  readonly port: number;
  readonly player: number;
  readonly key: string;
  readonly body: unknown;
}

function post({ agent, port, player, key, body }: Posted) {
  return new Promise<{ readonly status: number; readonly body: { readonly code?: string } }>(
    (resolve, reject) => {
      const asked = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/api/trade/history/betting',
          headers: {
            authorization: `Bearer ${player}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
        },
      );
      asked.on('error', reject);
      asked.end(JSON.stringify(body));
    },
  );
}
