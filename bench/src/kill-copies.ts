// Copies under `kill -9`: a trader opens and closes at the market while members follow. After the kills every fill that
// the trader was answered is in the journal, and each of its leads has one outcome for each follower, neither none nor
// two; the tables have the same.
import { join } from 'node:path';
import { amount, rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { LeadsNote } from '@maru/engine/copytrade/events';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { type PlayerId, playerId } from '@maru/engine/purse';
import type { Database } from '@maru/server/db/database';
import { openStore } from '@maru/server/db/open-store';
import { openJournal } from '@maru/server/desk/open-desk';
import { instruments } from '@maru/server/feed/instruments';
import { FILLS_PER_EVENT } from '@maru/server/futures/wire';
import { FIRST_HASH } from '@maru/server/journal/record';
import { openSites } from '@maru/server/site/sites';
import { hastily, openFilling } from './filled-journal.ts';
import type { Verdict } from './kill-client.ts';
import { KillPlayer } from './kill-player.ts';
import type { Place } from './many-accounts.ts';

const FOLLOWERS = 200;
const STOCKS = ['BTCUSDT', 'ETHUSDT'];
const PAIRS = instruments
  .filter(({ code }) => STOCKS.includes(code))
  .map(({ id }) => id)
  .toSorted((a, b) => a - b);
const QTY: Readonly<Record<string, string>> = { BTCUSDT: '0.05', ETHUSDT: '1' };

interface Asked {
  readonly key: string;
  readonly path: string;
  readonly body: object;
  /** The event of each fill; none where it was refused. */
  answered: readonly number[] | undefined;
}

interface Filled {
  readonly fills: readonly { readonly id: number }[];
}

type Positions = readonly { readonly id: number; readonly stock: string }[];

/** The trader of the kill test. */
export class CopyTrader {
  readonly #player: KillPlayer;
  readonly #log: Asked[] = [];

  constructor(origin: string, index: number) {
    this.#player = new KillPlayer(origin, index);
  }

  get name(): string {
    return this.#player.name;
  }

  signUp(): Promise<void> {
    return this.#player.signUp();
  }

  /** Opens in two instruments, one after the other, and closes what is open by every third request. */
  async tradeWhile(isRunning: () => boolean): Promise<void> {
    for (let nth = this.#log.length; isRunning(); nth += 1) {
      const stock = STOCKS[nth % STOCKS.length]!;
      const open = nth % 3 === 2 ? await this.#openPosition(stock) : undefined;
      const asked: Asked = { key: `copied-${nth}`, ...requestOf(stock, open), answered: undefined };
      this.#log.push(asked);
      await this.#ask(asked);
    }
  }

  async askAgain(): Promise<void> {
    for (const asked of this.#log) while (asked.answered === undefined) await this.#ask(asked);
  }

  /** Events that the trader was answered, one for each request that was accepted. */
  answers(): readonly number[] {
    return this.#log.flatMap(({ answered }) => answered ?? []);
  }

  async #openPosition(stock: string): Promise<number | undefined> {
    const { origin, headers } = this.#player;
    const open = await this.#player.ask<Positions>(
      fetch(`${origin}/api/futures/history/open_position`, { headers }),
    );
    return open === undefined || open === 'REFUSED'
      ? undefined
      : open.find((each) => each.stock === stock)?.id;
  }

  async #ask(asked: Asked): Promise<void> {
    const { path, body, key } = asked;
    const answer = await this.#player.ask<Filled>(this.#player.post(path, body, key));
    if (answer === undefined) return;
    const events = answer === 'REFUSED' ? [] : answer.fills.map(({ id }) => Math.floor(id / FILLS_PER_EVENT));
    asked.answered = [...new Set(events)];
  }
}

const requestOf = (stock: string, open: number | undefined): Pick<Asked, 'path' | 'body'> =>
  open === undefined
    ? {
        path: '/api/futures/order',
        body: {
          futuresOptionId: instruments.find(({ code }) => code === stock)?.id,
          tradeType: 'LONG',
          marketType: 'MARKET',
          qty: QTY[stock],
          leverage: 10,
        },
      }
    : { path: '/api/futures/order/copytrade/close', body: { futuresTraderOrderId: open } };

/** Approves the trader and gives it followers with money. The platform must have been started here once, and not run. */
export async function fillFollows({ dataFolder, databaseUrl }: Place, trader: CopyTrader): Promise<void> {
  const { database } = await openStore({ dataFolder, databaseUrl: databaseUrl && hastily(databaseUrl) });
  const whose = await playerOf(database, trader.name);
  const filling = await openFilling(database, placeOf({ dataFolder, databaseUrl }), [whose]);
  try {
    const [site] = (await openSites(database, 0)).all();
    assert(site !== undefined, 'a platform that was started has its site');
    const { id, wallets } = site;
    const first = filling.book.highestPlayer + 1;
    const followers = Array.from({ length: FOLLOWERS }, (_, place) => playerId(first + place));
    await filling.fill([
      approval(whose, id),
      ...followers.flatMap((player): AnyCommand[] => [
        { kind: 'OPEN_ACCOUNT', site: id, player, role: 'PLAYER', wallets },
        {
          kind: 'FOLLOW_TRADER',
          ...{ site: id, player, trader: whose, pairs: PAIRS },
          ...{ multiplyPer: 100, maxBet: amount('3000'), oneMaxBet: amount('500') },
        },
      ]),
    ]);
  } finally {
    await filling.close();
    await database.close();
  }
}

const approval = (player: PlayerId, site: AnyCommand['site']): AnyCommand => ({
  kind: 'SET_COPY_TRADER',
  ...{ site, player, status: 'ACTIVE', isAccepting: true, quota: FOLLOWERS, rate: rate('0.1'), pairs: PAIRS },
});

async function playerOf(database: Database, name: string): Promise<PlayerId> {
  const [row] = await database.transaction((tx) =>
    tx.query<{ id: number }>('select id from player where username = $1', [name]),
  );
  assert(row !== undefined, 'the trader has signed up');
  return playerId(Number(row.id));
}

const placeOf = ({ dataFolder, databaseUrl }: Place) =>
  databaseUrl === undefined ? { folder: join(dataFolder, 'journal') } : { url: databaseUrl };

interface CopiesVerdict extends Verdict {
  /** Copies and misses in the journal. */
  readonly outcomes: number;
  /** Leads that some follower still waits for. */
  readonly waiting: number;
}

/** Reads the journal from its beginning, and what the tables made of it. The platform must not run. */
export async function judgeCopies(place: Place, trader: CopyTrader): Promise<CopiesVerdict> {
  const journal = await openJournal(placeOf(place), 0, (fault) => {
    throw fault;
  });
  await journal.open();
  const seen = createOutcomes();
  for await (const { events } of journal.read({ batch: 0, hash: FIRST_HASH })) events.forEach(seen.add);
  await journal.close();
  const { leads, outcomes, recorded } = seen;
  const answers = trader.answers();
  const known = new Set(leads.values());
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const event of answers) if (!known.has(event)) lost.push(`the trader's fill ${event}`);
  if (new Set(answers).size < answers.length) doubled.push('two answers of the trader are of one fill');
  const extra = new Set(leads.values()).size - new Set(answers).size;
  if (extra > 0) doubled.push(`${extra} fills of the trader that were not answered`);
  let waiting = 0;
  for (const lead of leads.keys()) {
    const counts = [...(outcomes.get(lead) ?? new Map<number, number>()).values()];
    if (counts.length < FOLLOWERS) waiting += 1;
    if (counts.some((count) => count > 1)) doubled.push(`lead ${lead} more than once for a follower`);
  }
  const rows = await countRecords(place);
  if (waiting === 0 && rows !== recorded())
    lost.push(`the tables have ${rows} records of ${recorded()} outcomes`);
  const total = [...outcomes.values()].reduce((sum, { size }) => sum + size, 0);
  return { answered: answers.length, outcomes: total, waiting, lost, doubled };
}

function createOutcomes() {
  /** The event of each lead. */
  const leads = new Map<number, number>();
  /** By lead and follow, how often. */
  const outcomes = new Map<number, Map<number, number>>();
  let records = 0;
  function count(lead: number, follow: number): void {
    const counts = outcomes.get(lead) ?? new Map<number, number>();
    counts.set(follow, (counts.get(follow) ?? 0) + 1);
    outcomes.set(lead, counts);
  }
  return {
    leads,
    outcomes,
    recorded: () => records,
    add(event: AnyEvent): void {
      for (const note of event.notes ?? []) {
        if (note.product !== 'copytrade') continue;
        const { kind, leads: made } = note as LeadsNote;
        if (kind === 'LEADS') for (const { id } of made) leads.set(id, event.id);
      }
      if (event.kind === 'COPY_MISSED') {
        count(event.lead.id, event.follow);
        // A close without a copy leaves no record.
        if (event.reason !== 'NO_COPY') records += 1;
      }
      if (event.kind === 'FUTURES_FILLED' && event.copy?.cause === 'MIRROR') {
        count(event.copy.lead ?? 0, event.copy.follow ?? 0);
        records += 1;
      }
    },
  };
}

async function countRecords({ dataFolder, databaseUrl }: Place): Promise<number> {
  const { database } = await openStore({ dataFolder, databaseUrl });
  try {
    const [row] = await database.transaction((tx) =>
      tx.query<{ rows: number }>(`select count(*)::int as rows from copy_record where cause = 'MIRROR'`),
    );
    return row?.rows ?? 0;
  } finally {
    await database.close();
  }
}
