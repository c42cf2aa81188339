// The traders of the restore drill: some bet, some refill. Everything that they send has a key, and they log when it was
// sent and when its answer came.
import { ask, openRounds, type Person, signUp } from './abuse-orders.ts';

export interface Sent {
  readonly key: string;
  readonly sentAt: number;
  /** When it was answered as done; absent when it was refused or not answered. */
  answeredAt?: number;
}

export interface Clients {
  readonly sent: readonly Sent[];
  /** Lets each of them send one command more. Resolves to whether all were answered as done. */
  sendOnce(origin: string): Promise<boolean>;
  stop(): Promise<void>;
}

const PLAYERS = 10;
const PAUSE_MS = 60;
const REFRESH_MS = 2_000;
/** A round takes ten bets of a player. */
const BETS_IN_ROUND = 9;

export async function startClients(origin: string): Promise<Clients> {
  const sent: Sent[] = [];
  const players: Person[] = [];
  for (let place = 0; place < PLAYERS; place += 1)
    players.push(await signUp(origin, `drilled${place}`, `10.3.${place}.1`));
  let rounds = await openRounds(origin);
  const refreshing = setInterval(() => {
    openRounds(origin).then(
      (found) => {
        rounds = found;
      },
      // The next refresh is soon; bets on rounds that closed meanwhile are refused.
      () => undefined,
    );
  }, REFRESH_MS);
  let isRunning = true;

  async function send(place: number, path: string, body: object, at: string): Promise<boolean> {
    const entry: Sent = { key: `drill-${place}-${sent.length}`, sentAt: Date.now() };
    sent.push(entry);
    const headers = { ...players[place]?.headers, 'idempotency-key': entry.key };
    const answer = await ask(at, path, { headers, body: JSON.stringify({ siteInfoId: 1, ...body }) }).catch(
      () => undefined,
    );
    if (answer?.status !== 200) return false;
    entry.answeredAt = Date.now();
    return true;
  }

  const refill = (place: number, point: number, at: string) =>
    send(place, '/api/practice/refill', { walletType: 'BINARY', point: String(point * 1_000) }, at);

  const bet = (place: number, round: number) =>
    send(place, '/api/trade/history/betting', { point: '5000', tradeRoundId: round, type: 'LONG' }, origin);

  async function trade(place: number): Promise<void> {
    const bets = new Map<number, number>();
    for (let nth = 1; isRunning; nth += 1) {
      const open = rounds.filter(
        ({ id, betEndMillis }) => betEndMillis > Date.now() + 500 && (bets.get(id) ?? 0) < BETS_IN_ROUND,
      );
      const round = open[place % Math.max(1, open.length)];
      if (isBettor(place) && round !== undefined) {
        bets.set(round.id, (bets.get(round.id) ?? 0) + 1);
        await bet(place, round.id);
      } else if (!isBettor(place)) await refill(place, nth, origin);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  const trading = Promise.all(players.map((_, place) => trade(place)));
  return {
    sent,
    async sendOnce(at) {
      const refilling = players.flatMap((_, place) => (isBettor(place) ? [] : [refill(place, 7, at)]));
      return (await Promise.all(refilling)).every((isDone) => isDone);
    },
    async stop() {
      isRunning = false;
      clearInterval(refreshing);
      await trading;
    },
  };
}

/** A wallet with an open bet cannot be refilled. */
const isBettor = (place: number): boolean => place % 2 === 0;
