// What an order takes while somebody abuses the platform within its limits, beside what it takes when nobody does. The
// platform runs as a process of its own; honest players bet at a steady pace from this one, a third one attacks.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../scripts/postgres.mjs';
import type { AttackName, FromAttacks, ToAttacks } from './abuse-attacks.ts';
import { ask, type Measured, openOrders, type Person, signUp } from './abuse-orders.ts';
import { middleOf, rounded } from './callers.ts';
import { messageFrom } from './child-messages.ts';
import { freePort, startServer, untilReady } from './server-process.ts';

const ATTACKS = fileURLToPath(new URL('./abuse-attacks.ts', import.meta.url));
const WARM_UP_MS = 8_000;
/** The attacker's own history, so that its lists and what it missed are worth reading. */
const ATTACKER_EVENTS = 150;
const CALM_MS = 3_000;
/** The attack runs for so long before orders are measured, so that the queues it fills are full. */
const LEAD_MS = 1_500;
const ATTACK_MS = 5_000;

/** `DATABASE=embedded` measures without PostgreSQL, `ATTACKS=charts,frames` only these. */
export async function abuse(): Promise<Record<string, unknown>> {
  const isEmbedded = process.env['DATABASE'] === 'embedded';
  const postgres = isEmbedded ? undefined : await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'maru-abuse-'));
  const server = startServer({
    port: await freePort(),
    dataFolder: join(folder, 'data'),
    databaseUrl: postgres?.url,
  });
  try {
    await untilReady(server);
    const attacker = await signUp(server.origin, 'attacker99', '10.66.0.2');
    const attacks = fork(ATTACKS, [server.origin, JSON.stringify(attacker.headers)], { stdio: 'inherit' });
    try {
      const { names } = await messageFrom<FromAttacks, 'ready'>(attacks, 'ready');
      const wanted = process.env['ATTACKS']?.split(',') ?? names;
      const chosen = names.filter((name) => wanted.includes(name));
      return {
        database: isEmbedded ? 'embedded' : 'postgres',
        ...(await measure(server.origin, attacker, attacks, chosen)),
      };
    } finally {
      attacks.send({ kind: 'end' } satisfies ToAttacks);
      await once(attacks, 'exit');
    }
  } finally {
    await server.kill('SIGTERM');
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  origin: string,
  attacker: Person,
  attacks: ChildProcess,
  names: readonly AttackName[],
) {
  const [orders] = await Promise.all([openOrders(origin), makeHistory(origin, attacker)]);
  await orders.measure(WARM_UP_MS);
  const calm: Measured[] = [];
  const attacked: { name: AttackName; orders: Measured; seen: Readonly<Record<string, number>> }[] = [];
  for (const name of names) {
    calm.push(await orders.measure(CALM_MS));
    await request(attacks, { kind: 'start', name }, 'started');
    await new Promise((resolve) => setTimeout(resolve, LEAD_MS));
    const measured = await orders.measure(ATTACK_MS);
    const { seen } = await request(attacks, { kind: 'stop' }, 'stopped');
    attacked.push({ name, orders: measured, seen });
    console.log(`${name}: p95 ${measured.p95Ms} ms (calm ${calm.at(-1)?.p95Ms} ms) ${JSON.stringify(seen)}`);
  }
  orders.close();
  // One calm measurement proves little on a shared machine: all attacks are compared with the median of all of them.
  const calmP95Ms = middleOf(calm.map(({ p95Ms }) => p95Ms));
  const ratioOf = ({ p95Ms }: Measured) => rounded(p95Ms / calmP95Ms);
  const worst = attacked.reduce((a, b) => (a.orders.p95Ms >= b.orders.p95Ms ? a : b));
  return {
    worstRatio: ratioOf(worst.orders),
    worst: worst.name,
    calmP95Ms,
    calmRefused: calm.reduce((sum, { refused }) => sum + refused, 0),
    attacks: Object.fromEntries(
      attacked.map(({ name, orders: measured, seen }) => [
        name,
        { ratio: ratioOf(measured), ...measured, seen },
      ]),
    ),
  };
}

async function makeHistory(origin: string, { headers }: Person): Promise<void> {
  for (let each = 1; each <= ATTACKER_EVENTS; each += 1) {
    const body = JSON.stringify({ walletType: 'BINARY', point: String(each * 1_000) });
    const key = `abuse-history-${each}`;
    const { status } = await ask(origin, '/api/practice/refill', {
      headers: { ...headers, 'idempotency-key': key },
      body,
    });
    if (status === 429) await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function request<Kind extends FromAttacks['kind']>(attacks: ChildProcess, message: ToAttacks, until: Kind) {
  const answered = messageFrom<FromAttacks, Kind>(attacks, until);
  attacks.send(message);
  return answered;
}
