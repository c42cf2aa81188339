// The notifications that the pushes of an event lead to: one function for the centre, for web pushes and for the badge,
// so that there is no second truth about what happened. Several pushes of one event repeat its content: their
// notifications have the same id. Only types are imported, so that the browser loads no schemas.
import type { PlayerQueue, Push } from '../realtime.ts';
import type { Category, NotificationContent, WireNotification } from './calls.ts';

export interface Made {
  /** Tells it from the other notifications of the event. */
  readonly part: string;
  /** Of what is told without an event of the member: its whole name, wherever it is made. */
  readonly name?: string;
  readonly category: Category;
  readonly path: string | null;
  readonly content: NotificationContent;
}

/** What a product makes of the pushes of its queue. */
export interface NotificationMaker {
  readonly queue: PlayerQueue;
  readonly madeOf: (push: Pick<Push, 'type' | 'data'>) => readonly Made[];
}

export type NotificationsOf = (
  queue: string,
  push: Pick<Push, 'type' | 'seq' | 'at' | 'data'>,
) => readonly WireNotification[];

/** Nothing for a push that tells only what the member just did, or that is no event and has no name. */
export const createNotificationsOf =
  (makers: readonly NotificationMaker[]): NotificationsOf =>
  (queue, push) => {
    const { seq, at } = push;
    const maker = makers.find((each) => each.queue === queue);
    if (maker === undefined) return [];
    return maker.madeOf(push).flatMap(({ part, name, category, path, content }) => {
      const id = name ?? (seq === undefined ? undefined : `event ${seq} ${part}`);
      return id === undefined ? [] : [{ id, category, at, path, content }];
    });
  };

interface Fill {
  readonly id: number;
  readonly stock: string;
  readonly currency: string;
  readonly net: string;
}

/** Each is a loss of its own, with its own report. */
export const liquidated = (fills: readonly Fill[], path: (fillId: number) => string): readonly Made[] =>
  fills.map(({ id, stock, net, currency }) => ({
    part: `fill ${id}`,
    category: 'RISK',
    path: path(id),
    content: { kind: 'LIQUIDATED', fillId: id, stock, net, currency },
  }));

export function cancelled(
  orders: readonly { readonly id: number; readonly stock: string }[],
): readonly Made[] {
  const [first] = orders;
  if (first === undefined) return [];
  return [
    {
      part: `cancelled ${first.id}`,
      category: 'FILL',
      path: null,
      content: { kind: 'CANCELLED', stock: first.stock, count: orders.length },
    },
  ];
}
