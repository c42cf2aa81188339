// The pushes of copy trading to a player, from the event alone: copies and misses, follows, and shares. They share the
// queue of coin futures, whose screens show what was copied.
import type { CopiedPush, CopyPush, FuturesPush, FuturesPushType, Push } from '@maru/contract/realtime';
import { toDecimal } from '@maru/engine/amount';
import type {
  ChangedCopy,
  CopiedNote,
  CopyEnded,
  CopyMissed,
  CopyShared,
  CopytradeEvent,
  CopytradeNote,
  LeadsNote,
} from '@maru/engine/copytrade/events';
import type { CopyLead } from '@maru/engine/copytrade/state';
import type { FuturesFilled } from '@maru/engine/futures/events';
import { otherSide } from '@maru/engine/futures/terms';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { InstrumentById, PushesOf } from '../push/event-pushes.ts';
import { copytradeNotes, isCopytradeEvent } from './copied-state.ts';

/** The wallet of copy trading. */
const CURRENCY = 'USDT';

const pushOf = (type: FuturesPushType, copy: CopyPush) => {
  const data: FuturesPush = { orders: [], positions: [], fills: [], copy };
  return { queue: 'futures' as const, type, data };
};
type OwnPush = ReturnType<typeof pushOf>;

/**
 * To a follower who was detached, by whoever tells it: the trader's event has no step of the followers, so it is neither
 * in their history nor sent again after a lost connection.
 */
export const detachedPush = (follow: number, at: Millis): Push<'COPYTRADE_FOLLOW', FuturesPush> => ({
  type: 'COPYTRADE_FOLLOW',
  at,
  data: {
    ...{ orders: [], positions: [], fills: [] },
    copy: { role: 'FOLLOWER', traderFollowerId: follow, follow: 'DETACHED' },
  },
});

export const copytradePushes: PushesOf = (event, player, instruments) =>
  isCopytradeEvent(event)
    ? pushesOfEvent(event, player, instruments)
    : copytradeNotes(event)
        .filter((note) => note.player === player)
        .flatMap((note) => pushesOfNote(note, event, instruments));

function pushesOfNote(note: CopytradeNote, event: AnyEvent, instruments: InstrumentById): readonly OwnPush[] {
  switch (note.kind) {
    case 'LEADS':
      return leadPushes(note, instruments);
    case 'STOPPED':
    case 'DETACHED':
      return [pushOf('COPYTRADE_TRADER', { role: 'TRADER', traderFollowerId: null })];
    case 'COPIED':
      return copiedPushes(note, event, instruments);
  }
}

function pushesOfEvent(
  event: CopytradeEvent,
  player: PlayerId,
  instruments: InstrumentById,
): readonly OwnPush[] {
  switch (event.kind) {
    case 'COPY_TRADER_SET':
      return [pushOf('COPYTRADE_TRADER', { role: 'TRADER', traderFollowerId: null })];
    case 'COPY_FOLLOWED':
      return [
        pushOf('COPYTRADE_FOLLOW', {
          role: 'FOLLOWER',
          traderFollowerId: event.follow.id,
          follow: 'BEGUN',
        }),
      ];
    case 'COPY_FOLLOW_CHANGED':
      return [
        pushOf('COPYTRADE_FOLLOW', { role: 'FOLLOWER', traderFollowerId: event.follow, follow: 'CHANGED' }),
      ];
    case 'COPY_MISSED':
      // A close for which there was no copy is nothing to a follower.
      return event.reason === 'NO_COPY' ? [] : [missedPush(event, instruments)];
    case 'COPY_SHARED':
      return [pushOf('COPYTRADE_SHARE', { ...sharing(event, player), share: shareOf(event) })];
    case 'COPY_ENDED':
      return [
        pushOf('COPYTRADE_FOLLOW', {
          ...sharing(event, player),
          follow: 'ENDED',
          endedBy: event.by,
          share: shareOf(event),
        }),
      ];
  }
}

const sharing = ({ follow, follower }: CopyShared | CopyEnded, player: PlayerId) =>
  ({ role: player === follower ? 'FOLLOWER' : 'TRADER', traderFollowerId: follow }) as const;

const shareOf = (event: CopyShared | CopyEnded) => ({
  share: toDecimal(event.share),
  waived: event.kind === 'COPY_ENDED' ? toDecimal(event.waived) : '0',
  currency: CURRENCY,
});

const stockOf = (instruments: InstrumentById, id: number): string => instruments.get(id)?.code ?? '';

function missedPush({ follow, lead, reason }: CopyMissed, instruments: InstrumentById): OwnPush {
  const copied = {
    ...ofLead(lead, instruments),
    ...({ cause: 'LEAD', qty: null, price: null, net: null, reason } as const),
  };
  return pushOf('COPYTRADE_MISSED', { role: 'FOLLOWER', traderFollowerId: follow, copied });
}

const ofLead = (
  { instrument, side, kind }: Pick<CopyLead, 'instrument' | 'side' | 'kind'>,
  instruments: InstrumentById,
) => ({
  futuresOptionId: instrument,
  stock: stockOf(instruments, instrument),
  tradeType: side,
  isOpen: kind === 'OPEN',
});

/** To the trader, beside the fill itself: it is being copied. */
const leadPushes = ({ leads }: LeadsNote, instruments: InstrumentById): readonly OwnPush[] =>
  leads.map((lead) => {
    const qty = lead.kind === 'CLOSE' ? toDecimal(lead.closed) : null;
    const copied = {
      ...ofLead(lead, instruments),
      ...({ cause: 'LEAD', qty, price: toDecimal(lead.price), net: null, reason: null } as const),
    };
    return pushOf(lead.kind === 'OPEN' ? 'COPYTRADE_OPEN' : 'COPYTRADE_CLOSE', {
      role: 'TRADER',
      traderFollowerId: null,
      copied,
    });
  });

const copiedPushes = (note: CopiedNote, event: AnyEvent, instruments: InstrumentById): readonly OwnPush[] =>
  note.copies.map((changed) => {
    const copied = copiedOf(changed, event as FuturesFilled, instruments);
    return pushOf(copied.isOpen ? 'COPYTRADE_OPEN' : 'COPYTRADE_CLOSE', {
      role: 'FOLLOWER',
      traderFollowerId: note.follow,
      copied,
    });
  });

function copiedOf(
  { instrument, fill: place, qty, net }: ChangedCopy,
  { fills, copy, liquidation }: FuturesFilled,
  instruments: InstrumentById,
): CopiedPush {
  const fill = fills[place];
  const isOpen = (fill?.openedQty ?? 0n) > 0n;
  const side = fill?.side ?? 'LONG';
  return {
    futuresOptionId: instrument,
    stock: stockOf(instruments, instrument),
    tradeType: isOpen ? side : otherSide(side),
    isOpen,
    cause: causeOf(copy, liquidation !== undefined),
    qty: toDecimal(qty),
    price: fill === undefined ? null : toDecimal(fill.price),
    net: isOpen ? null : toDecimal(net),
    reason: null,
  };
}

function causeOf(copy: FuturesFilled['copy'], isLiquidation: boolean): CopiedPush['cause'] {
  if (isLiquidation) return 'LIQUIDATION';
  if (copy?.cause === 'MIRROR') return 'LEAD';
  return copy?.cause === 'OWN' || copy?.cause === 'LOSS_LIMIT' ? copy.cause : 'OTHER';
}
