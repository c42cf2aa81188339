// Writes events of copy trading into its tables, and reads them back, without the shadow around them; and histories of a
// trader and followers, made of moves by chance.
import { amount, rate } from '@maru/engine/amount';
import { emptyBook } from '@maru/engine/book';
import { describeCopytrade, weighCopytrade } from '@maru/engine/copytrade/digest';
import type { CopytradeEvent } from '@maru/engine/copytrade/events';
import { followOf, nextLead } from '@maru/engine/copytrade/find';
import type { CopytradeState } from '@maru/engine/copytrade/state';
import {
  closeCopies,
  closeCopy,
  closeLead,
  end,
  follow,
  followIn,
  mirror,
  moveTo,
  order,
  positionIn,
  send,
  setTrader,
  share,
  type World,
  worldWith,
} from '@maru/engine/copytrade/testing';
import { BTC, ETH, SITE } from '@maru/engine/futures/testing';
import { type AnyEvent, productOfEvent } from '@maru/engine/products';
import { playerId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS } from '@maru/engine/time';
import fc from 'fast-check';
import type { Database } from '../../db/database.ts';
import type { Cutoffs } from '../../shadow/cutoffs.ts';
import type { ShadowTable } from '../../shadow/shadow-product.ts';
import { copytradeShadow } from './product.ts';
import { addCopytradeNote, addCopytradeRows, type CopytradeRows, noCopytradeRows } from './rows.ts';

const SHARD = 0;
/** One trader and so many who follow. */
export const PLAYERS = 4;

/** With everything that was decided, in order, as the journal has it. */
export interface RecordedWorld extends World {
  readonly events: AnyEvent[];
}

/** A trader whom all others follow. */
export function begunWorld(): RecordedWorld {
  const events: AnyEvent[] = [];
  // The book goes on changing its own objects.
  const onEvent = (event: AnyEvent): void => void events.push(structuredClone(event));
  const world = { ...worldWith(PLAYERS), onEvent, events };
  setTrader(world);
  for (let player = 2; player <= PLAYERS; player += 1) follow(world, {}, { player });
  return world;
}

type Move = (world: World) => void;
const isFollowing = ({ book }: World, player: number): boolean =>
  followOf(book.copytrade, playerId(player)) !== undefined;
const hasNext = (world: World, player: number): boolean =>
  isFollowing(world, player) && nextLead(world.book.copytrade, followIn(world, player)) !== undefined;

/** What waits for a price goes on waiting. */
function mirrorSome(world: World): void {
  for (let id = 2; id <= PLAYERS; id += 1) while (hasNext(world, id) && mirror(world, { player: id }).ok);
}

const player = fc.integer({ min: 2, max: PLAYERS });
const terms = fc.constantFrom(BTC, ETH);
const side = fc.constantFrom('LONG' as const, 'SHORT' as const);

/** What is refused changes nothing. */
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(terms, side, fc.constantFrom('0.01', '0.1', '0.5')).map(
      ([which, way, size]) =>
        (world: World) =>
          void order(world, { terms: which, side: way, size }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(terms, fc.constantFrom(undefined, '0.01', '0.04'))
      .map(([which, size]) => (world: World) => {
        if (positionIn(world, 1, which) !== undefined)
          closeLead(world, { terms: which, ...(size === undefined ? undefined : { size }) });
      }),
  },
  { weight: 4, arbitrary: fc.constant(mirrorSome) },
  {
    weight: 3,
    arbitrary: player.map((id) => (world: World) => {
      if (hasNext(world, id)) mirror(world, { player: id });
    }),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(player, fc.constantFrom(undefined, '50', '2000')).map(
      ([id, lossLimit]) =>
        (world: World) =>
          void follow(
            world,
            lossLimit === undefined ? {} : { lossLimit: amount(lossLimit), maxLeverage: 10 },
            { player: id },
          ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(player, fc.boolean()).map(([id, isPaused]) => (world: World) => {
      if (isFollowing(world, id))
        send(world, {
          kind: 'CHANGE_FOLLOW',
          site: SITE,
          player: playerId(id),
          session: 1,
          follow: followIn(world, id).id,
          isPaused,
          maxLeverage: null,
          entryGuard: rate('0.003'),
        });
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(player, terms).map(([id, which]) => (world: World) => {
      if (isFollowing(world, id)) closeCopy(world, { player: id, terms: which });
    }),
  },
  {
    weight: 2,
    arbitrary: player.map((id) => (world: World) => {
      if (isFollowing(world, id)) closeCopies(world, 'LOSS_LIMIT', id);
    }),
  },
  {
    weight: 1,
    arbitrary: player.map((id) => (world: World) => {
      if (isFollowing(world, id)) closeCopies(world, 'OWN', id);
    }),
  },
  {
    weight: 1,
    arbitrary: player.map((id) => (world: World) => {
      if (isFollowing(world, id)) share(world, id);
    }),
  },
  {
    weight: 1,
    arbitrary: player.map((id) => (world: World) => {
      if (isFollowing(world, id)) end(world, { by: id });
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('OFF' as const, 'ACTIVE' as const, 'DELETED' as const)
      .map((status) => (world: World) => void setTrader(world, { status })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom('58500', '60000', '60100', '61500'),
        fc.constantFrom(1_000, 11_000, HOUR_MS, DAY_MS),
      )
      .map(
        ([last, by]) =>
          (world: World) =>
            moveTo(world, last, by),
      ),
  },
);

export const histories = fc.array(fc.record({ move, isCut: fc.boolean() }), { minLength: 20, maxLength: 80 });

export function rowsOf(events: readonly AnyEvent[]): CopytradeRows {
  const rows = noCopytradeRows();
  for (const event of events) {
    if (productOfEvent(event.kind).product.name === 'copytrade')
      addCopytradeRows(rows, event as CopytradeEvent);
    for (const note of event.notes ?? [])
      if (note.product === 'copytrade') addCopytradeNote(rows, note, event);
  }
  return rows;
}

export const writeEvents = (database: Database, events: readonly AnyEvent[]): Promise<void> =>
  database.transaction((tx) => copytradeShadow.write(tx, SHARD, rowsOf(events)));

export async function loadState(database: Database): Promise<CopytradeState> {
  const book = emptyBook();
  await database.transaction((tx) => copytradeShadow.load(tx, SHARD, book, () => Promise.resolve()));
  return book.copytrade;
}

/** Equal when two states are: every figure, and the digest that they carry. */
export const shownState = (state: CopytradeState) => ({
  lines: [...describeCopytrade(state)].toSorted(),
  carried: state.digest[0],
  weighed: weighCopytrade(structuredClone(state)),
});

type Rows = Readonly<Record<string, readonly unknown[]>>;

export const emptyCopytradeTables = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { name } of copytradeShadow.tables) await tx.query(`delete from ${name}`);
  });

/** Every row of every table. */
export const readTables = (database: Database): Promise<Rows> => readEach(database, (name) => name);

/** What a snapshot keeps of them. */
export const readRetained = (database: Database, cutoffs: Cutoffs): Promise<Rows> =>
  readEach(database, (_, retained) => `(${retained(cutoffs, 0)})`);

async function readEach(
  database: Database,
  from: (name: string, retained: ShadowTable['retained']) => string,
): Promise<Rows> {
  const tables: Record<string, readonly unknown[]> = {};
  await database.transaction(async (tx) => {
    for (const { name, retained } of copytradeShadow.tables)
      tables[name] = await tx.query(`select * from ${from(name, retained)} as row order by row::text`);
  });
  return tables;
}

export const findCutoffs = async (database: Database, at: { readonly event: number; readonly at: number }) =>
  database.transaction(async (tx) => ({
    ...at,
    ...(await copytradeShadow.findCutoffs?.(tx, SHARD, {
      batch: 1,
      hash: '',
      event_id: at.event,
      at_ms: at.at,
    })),
  }));

export async function deleteOld(database: Database, cutoffs: Cutoffs): Promise<void> {
  for (const slice of copytradeShadow.deletions(SHARD, cutoffs))
    while (!(await database.transaction(slice)).isLast);
}

/** These rows and no others. */
export async function restoreTables(database: Database, rows: Rows): Promise<void> {
  await emptyCopytradeTables(database);
  await database.transaction(async (tx) => {
    for (const [name, own] of Object.entries(rows))
      await tx.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`, [
        JSON.stringify(own),
      ]);
  });
}
