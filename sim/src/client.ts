// One player's phone behind a bad network: requests and answers get lost, doubled, late and out of order, and what is
// not answered is sent again with the same key until it is.
import type { AnyCommand } from '@maru/engine/products';
import { playerId, siteId } from '@maru/engine/purse';
import type { Outcome } from '@maru/server/desk/desk';
import type { Gateways } from './cluster/gateways.ts';
import type { DeskProcess } from './desk-process.ts';
import { diceFor, share, streams } from './dice.ts';
import type { Oracle } from './oracle.ts';
import { simProducts } from './products.ts';
import type { Stage } from './stage.ts';
import type { Storage } from './storage.ts';
import { submitTo } from './submit.ts';
import { lastSeq } from './table-rows.ts';
import { askOf, openAccount, type Persona, personas, siteOf } from './workload.ts';

/** So many players ask just before something happens to the owner. */
const PROBED = 8;

export interface Clients {
  /** Requests that have no definite answer yet. */
  open(): number;
  asked(): readonly string[];
  answered(): number;
  /** Reads wallets and sends what has no key, through the gateways of some players. */
  askGateways(): void;
  /** Reads the wallet through this process, before anything else that waits for it. */
  readThrough(process: DeskProcess, player: number): void;
}

/** The platform's part in a run, as one of the commands that can be left out. */
export const PLATFORM = 'platform';

interface Request {
  readonly name: string;
  /** Names its messages: leaving other requests out does not change what happens to them. */
  readonly number: number;
  command: AnyCommand;
  /** What the server adds when it receives the command. */
  readonly stamp: ((command: AnyCommand, clockMs: number) => AnyCommand) | undefined;
  attempts: number;
  /** The newest attempt that was answered: it is not sent again because of a missing answer. */
  answeredAttempt: number;
  unknown: boolean;
  done: boolean;
}

export interface World {
  readonly stage: Stage;
  readonly oracle: Oracle;
  readonly storage: Storage;
  /** The process that a request of this attempt reaches, if any. */
  route(stale: boolean): DeskProcess | undefined;
  /** Where requests go through gateways. */
  readonly gateways: Gateways | undefined;
  /** Only these commands are sent; all when undefined. */
  readonly only: ReadonlySet<string> | undefined;
}

export function startClients(world: World): Clients {
  const { stage } = world;
  const { plan, scheduler } = stage;
  const count = { open: 0, answered: 0 };
  const asked: string[] = [];
  const pace = plan.faultsEndMs / (plan.commandsEach + 1);

  if (world.only === undefined || world.only.has(PLATFORM)) asked.push(PLATFORM);
  for (let player = 1; player <= plan.players; player += 1) {
    const persona = personas[
      Math.floor(share(plan.seed, streams.workload, player, 999) * personas.length)
    ] as Persona;
    const client = createClient(world, player, count);
    const at = (index: number) => share(plan.seed, streams.workload, player, index, 3);
    for (const which of [0, 1, 2]) {
      if (which > 0 && at(-which) < 0.6) continue;
      schedule(1 + at(which - 10) * 30 * (which + 1), `p${player}.open${which}`, () =>
        client.send(
          `p${player}.open${which}`,
          900_000 + which,
          openAccount(plan.seed, player, plan.sites, which),
        ),
      );
    }
    for (let index = 0; index < plan.commandsEach; index += 1) {
      // Bursts: a third of the commands come together with the one before.
      const slot = at(index + 5_000) < 0.3 ? index : index + at(index);
      schedule(40 + slot * pace, `p${player}.${index}`, () =>
        client.ask(`p${player}.${index}`, index, persona),
      );
    }
    for (const { asks } of simProducts)
      for (let index = 0; index < asks.count(plan); index += 1) {
        const moment = asks.momentOf(plan.seed, player, index);
        const name = `p${player}.${asks.name}${index}`;
        schedule(60 + moment * (plan.faultsEndMs - 60), name, () => asks.ask(client, name, index));
      }
  }

  function schedule(atMs: number, name: string, run: () => void): void {
    if (world.only !== undefined && !world.only.has(name)) return;
    count.open += 1;
    asked.push(name);
    scheduler.after(atMs, () => {
      count.open -= 1;
      run();
    });
  }

  return {
    open: () => count.open,
    asked: () => asked,
    answered: () => count.answered,
    askGateways() {
      for (let player = 1; player <= Math.min(PROBED, plan.players); player += 1) {
        readThroughGateway(world, player, `p${player} reads`);
        unblockThroughGateway(world, player);
      }
    },
    readThrough(process, player) {
      const atLeast = world.oracle.knownSeq(player);
      process.machine.deliverFirst(() => void readWallet(world, process, player, atLeast));
    },
  };
}

function createClient(world: World, player: number, count: { open: number; answered: number }) {
  const { stage, oracle, route, storage, gateways } = world;
  const { plan, scheduler, faults, trace } = stage;
  const holds = new Set<number>();
  let session = 1;

  const networkMs = (message: number, salt: number) =>
    plan.knobs.networkMs * (0.3 + 1.4 * share(plan.seed, streams.network, player, message, salt));

  function send(name: string, number: number, command: AnyCommand, stamp?: Request['stamp']): void {
    count.open += 1;
    transmit({ name, number, command, stamp, attempts: 0, answeredAttempt: 0, unknown: false, done: false });
  }

  function finish(request: Request): void {
    if (request.done) return;
    request.done = true;
    count.open -= 1;
    count.answered += 1;
  }

  function transmit(request: Request): void {
    if (request.done) return;
    request.attempts += 1;
    const message = request.number * 1_000 + request.attempts;
    const late = faults.strikes('request-late', player, message) ? plan.knobs.timeoutMs * 1.5 : 0;
    if (!faults.strikes('request-lost', player, message))
      arrive(request, message, networkMs(message, 1) + late);
    if (faults.strikes('request-doubled', player, message))
      arrive(request, message, networkMs(message, 2) * 3);
    // Without a key it may not be sent again: it would happen twice.
    const attempt = request.attempts;
    scheduler.after(plan.knobs.timeoutMs, () => {
      if (request.command.key === undefined) finish(request);
      else if (request.attempts === attempt && request.answeredAttempt < attempt) transmit(request);
    });
  }

  function arrive(request: Request, message: number, delayMs: number): void {
    const { command: sent, stamp } = request;
    const run = (process: DeskProcess, answered: (outcome: Outcome) => void) => {
      const command = stamp?.(sent, stage.clock().nowMs) ?? sent;
      if (process.desk.stats().queued >= plan.knobs.queue) stage.reached('queue full');
      submitTo(process, world, command, `${request.name} ${command.kind}`, answered);
    };
    const answered = (outcome: Outcome) => {
      if (outcome.ok && outcome.repeated && request.attempts > 1) stage.reached('duplicate after restart');
      if (faults.strikes('reply-lost', player, message)) return;
      const late = faults.strikes('reply-late', player, message) ? plan.knobs.timeoutMs : 0;
      scheduler.after(networkMs(message, 4) + late, () => receive(request, outcome));
    };
    scheduler.after(delayMs, () => {
      if (gateways !== undefined) {
        const isRepeatable = sent.key !== undefined;
        const name = `${request.name} ${sent.kind}`;
        gateways.call({ name, player, isRepeatable, run, answered: (answer) => answered(answer as Outcome) });
        return;
      }
      const process = route(faults.strikes('stale-route', player, message));
      process?.machine.deliver(() => run(process, answered));
    });
  }

  function receive(request: Request, outcome: Outcome): void {
    if (request.done) return;
    const attempt = request.attempts;
    request.answeredAttempt = attempt;
    // After TRY_AGAIN a client waits longer each time, or many clients of a small queue retry for ever (seed 2582).
    const againMs = (20 + 80 * share(plan.seed, streams.network, player, attempt, 9)) * Math.min(attempt, 50);
    const again = () =>
      scheduler.after(againMs, () => {
        if (request.attempts === attempt) transmit(request);
      });
    if (outcome.ok) {
      if (request.unknown && outcome.repeated) stage.reached('result unknown, later found');
      if (outcome.event.kind === 'FUNDS_HELD') holds.add(outcome.event.id);
      if (outcome.event.kind === 'FUNDS_RELEASED') holds.delete(outcome.event.hold);
      finish(request);
      return;
    }
    const { refusal } = outcome;
    if (refusal === 'TRY_AGAIN' || refusal === 'RESULT_UNKNOWN') {
      request.unknown ||= refusal === 'RESULT_UNKNOWN';
      again();
      return;
    }
    if (refusal === 'SESSION_ENDED') {
      stage.reached('old session refused');
      session = oracle.sessionOf(player) ?? session;
      // Signed in again, the client sends the same request again.
      if (request.attempts <= 3 && request.command.session !== session) {
        request.command = { ...request.command, session } as AnyCommand;
        again();
        return;
      }
    }
    if (refusal === 'KEY_REUSED') stage.reached('key reused');
    finish(request);
  }

  function ask(name: string, index: number, persona: Persona): void {
    const dice = diceFor(plan.seed, 'workload', player, index + 7_000_000);
    const wanted = askOf(persona, index, {
      seed: plan.seed,
      player,
      players: plan.players,
      sites: plan.sites,
      session,
      holds: [...holds],
      free: (wallet) => oracle.freeOf(player, wallet),
      strangersHold: oracle.holdsOf((player % plan.players) + 1)[0] ?? dice.below(50),
    });
    if (wanted.kind === 'command') {
      send(name, index * 2, wanted.command);
      if (wanted.twice) send(`${name}b`, index * 2 + 1, wanted.command);
    } else read(name, index * 2_000, wanted.kind);
  }

  /** A read of the wallet, straight from the book, or of the history, from the tables once they have caught up. */
  function read(name: string, message: number, kind: 'read' | 'list'): void {
    const atLeast = oracle.knownSeq(player);
    scheduler.after(networkMs(message, 5), () => {
      if (kind === 'read' && gateways !== undefined) {
        readThroughGateway(world, player, name);
        return;
      }
      const process = route(faults.strikes('stale-route', player, message));
      process?.machine.deliver(
        () => void (kind === 'read' ? readWallet(world, process, player, atLeast) : list(process)),
      );
    });

    async function list({ desk, machine }: DeskProcess): Promise<void> {
      const began = scheduler.nowMs();
      const caughtUp = await desk.caughtUp(playerId(player));
      if (!caughtUp || !machine.isAlive()) return;
      if (scheduler.nowMs() > began) stage.reached('list waited for the tables');
      const own = storage.tables.rows.history.get(player);
      const seq = own === undefined ? 0 : lastSeq(own);
      trace.note(`m${machine.id} ${name} list #${seq}`);
      oracle.listSeen(player, seq, atLeast);
    }
  }

  return { stage, oracle, player, session: () => session, send, ask };
}

const inspectWallet = ({ desk }: DeskProcess, player: number) =>
  desk.inspect(
    (book) => ({
      seq: book.players.get(playerId(player))?.seq ?? 0,
      lastEvent: book.lastEvent,
    }),
    [playerId(player)],
  );

/** The same, wherever the gateway sends it: what was answered before it is sent must be seen. */
function readThroughGateway({ gateways, oracle }: World, player: number, name: string): void {
  const atLeast = oracle.knownSeq(player);
  gateways?.call({
    ...{ name, player, isRepeatable: true },
    run: (process, answered) => void inspectWallet(process, player).then((read) => answered(read?.seen)),
    answered(answer) {
      const seen = answer as { readonly seq: number; readonly lastEvent: number } | undefined;
      if (seen !== undefined && 'seq' in seen) oracle.readSeen(player, seen, atLeast);
    },
  });
}

/** Without a key: it may not be done twice. */
function unblockThroughGateway(world: World, player: number): void {
  const site = siteId(siteOf(player, world.stage.plan.sites));
  const command: AnyCommand = { kind: 'UNBLOCK_ACCOUNT', site, player: playerId(player) };
  const name = `p${player} unblocks`;
  world.gateways?.call({
    ...{ name, player, isRepeatable: false, answered: () => undefined },
    run: (process, answered) => submitTo(process, world, command, name, answered),
  });
}

/** The wallet as the book has it: everything that was answered before, and nothing that is not durable. */
async function readWallet(
  world: World,
  process: DeskProcess,
  player: number,
  atLeast: number,
): Promise<void> {
  const { oracle, stage } = world;
  const { machine } = process;
  const answer = await inspectWallet(process, player);
  if (answer === undefined || !machine.isAlive()) return;
  stage.trace.note(`m${machine.id} p${player} reads #${answer.seen.seq}`);
  oracle.readSeen(player, answer.seen, atLeast);
}
