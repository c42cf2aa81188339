// Closing in the copy tab: one copy, all copies, or a trader's own position (docs/rules.md 5.4).

import type { BodyOf } from '@maru/contract/call';
import { closeCopied } from '@maru/contract/copytrade/close';
import { closeCopies } from '@maru/contract/copytrade/follows';
import { type Amount, amountOfUnits, type Price, price, qty, toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { CommandKey } from '@maru/engine/command';
import type { CloseCopies, CloseCopy, CloseLead } from '@maru/engine/copytrade/commands';
import type { CopiedNote, CopytradeNote } from '@maru/engine/copytrade/events';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import type { Note } from '@maru/engine/follower';
import type { FuturesFilled } from '@maru/engine/futures/events';
import { netOfFill } from '@maru/engine/futures/net-profit';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { commandHead, walletAfter } from '../desk/call-answer.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { findPosition } from '../futures/order-store.ts';
import { fillsOf } from '../futures/pushes.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { copyRefusal } from './call-refusal.ts';
import { findRunning } from './follow-store.ts';
import type { CopyParts } from './parts.ts';

const NO_COPY = { ok: false, refusal: 'COPY_NOT_FOUND' } as const;
/** No follow has it: the desk finds none, or the first answer to a repeated key. */
const NO_NUMBER = 0;

type Body = BodyOf<typeof closeCopied>;

/** An open position from memory, one that has closed since from the tables. Only the player's own. */
async function instrumentOf(
  { database, desk, ground }: CopyParts,
  player: PlayerId,
  id: number,
): Promise<number | 'BEHIND' | undefined> {
  const open = ground.holdings.state.positions.get(id);
  if (open !== undefined) return open.player === player ? open.instrument : undefined;
  if (!(await desk.caughtUp(player))) return 'BEHIND';
  return (await database.transaction((tx) => findPosition(tx, player, id)))?.instrument;
}

export const closeRoutes = (parts: CopyParts): readonly Route[] => [closing(parts), closingAll(parts)];

/** Without a price the desk asks for one. */
const seenPrice = ({ closePrice }: Body): Price => price(closePrice ?? '0');

function closing(parts: CopyParts): Route {
  const { database, desk, ground } = parts;

  async function runningOf(player: PlayerId): Promise<number | undefined> {
    if (!(await desk.caughtUp(player))) return undefined;
    return (await database.transaction((tx) => findRunning(tx, player)))?.id ?? NO_NUMBER;
  }

  return serve(closeCopied, async ({ body, principal, key }) => {
    const { player } = principal;
    const { futuresFollowerOrderId: copied, futuresTraderOrderId: led } = body;
    const position = copied ?? led;
    if (position === undefined) return NO_COPY;
    const instrument = await instrumentOf(parts, player, position);
    if (instrument === 'BEHIND') return BEHIND;
    if (instrument === undefined) return NO_COPY;
    const follow = copied === undefined ? NO_NUMBER : await runningOf(player);
    if (follow === undefined) return BEHIND;
    const head = { ...commandHead(principal, key), position, closePrice: seenPrice(body) };
    const outcome = await ground.submit.forInstrument(
      principal,
      instrument,
      ({ terms, quote }): CloseCopy | CloseLead =>
        copied === undefined
          ? {
              kind: 'CLOSE_LEAD',
              ...head,
              ...(body.qty === undefined ? {} : { qty: qty(body.qty) }),
              terms,
              quote,
            }
          : { kind: 'CLOSE_COPY', ...head, follow, terms, quote },
    );
    if (outcome === undefined) return { ok: false, refusal: 'OPTION_STOPPED' };
    if (!outcome.ok) return { ok: false, refusal: copyRefusal(closeCopied, outcome.refusal) };
    const { event } = outcome;
    assert(event.kind === 'FUTURES_FILLED', 'a close is answered by its fills');
    const net = copied === undefined ? netOf(event) : netOfCopies(event, player);
    const fills = [...fillsOf(event, ground.instruments.byNumber)];
    return { ok: true, reply: { fills, net: toDecimal(net), wallet: walletOf(event, principal) } };
  });
}

const walletOf = (event: AnyEvent, { player }: Principal) =>
  walletAfter(event, player, { type: COPY_WALLET, currency: 'USDT' });

const netOf = ({ fills }: FuturesFilled): Amount =>
  amountOfUnits(fills.reduce((sum, fill) => sum + netOfFill(fill).net, 0n));

/** Of what was copied alone, as it counts for the share. */
function netOfCopies({ notes = [] }: FuturesFilled, player: PlayerId): Amount {
  const own = notes.find((note): note is CopiedNote => isCopied(note) && note.player === player);
  return own?.net ?? amountOfUnits(0n);
}

const isCopied = (note: Note): note is CopiedNote =>
  note.product === 'copytrade' && (note as CopytradeNote).kind === 'COPIED';

/** No client has a key with a space. */
const pauseKey = ({ key, fingerprint }: CommandKey): CommandKey => ({ key: `pause ${key}`, fingerprint });

function closingAll({ desk, ground }: CopyParts): Route {
  return serve(closeCopies, async ({ body: { traderFollowerId: follow, isPausing }, principal, key }) => {
    const { player } = principal;
    if (isPausing) {
      // With a key of its own: a repeat must not pause what was resumed since. A detached follow opens nothing in any case.
      const head = commandHead(principal, key && pauseKey(key));
      const paused = await desk.submit({ kind: 'CHANGE_FOLLOW', ...head, follow, isPaused: true });
      if (!paused.ok && paused.refusal !== 'FOLLOW_ENDED' && paused.refusal !== 'FOLLOW_NOT_FOUND')
        return { ok: false, refusal: copyRefusal(closeCopies, paused.refusal) };
    }
    const outcome = await ground.submit.forWallet(
      principal,
      COPY_WALLET,
      (priced): CloseCopies => ({
        kind: 'CLOSE_COPIES',
        ...commandHead(principal, key),
        follow,
        cause: 'OWN',
        priced,
      }),
    );
    if (!outcome.ok) return { ok: false, refusal: copyRefusal(closeCopies, outcome.refusal) };
    const { event } = outcome;
    assert(event.kind === 'FUTURES_FILLED', 'a close is answered by its fills');
    const net = toDecimal(netOfCopies(event, player));
    const [closed, left] = [event.fills.length, event.copy?.left ?? 0];
    return { ok: true, reply: { closed, left, net, wallet: walletOf(event, principal) } };
  });
}
