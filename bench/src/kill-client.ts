// One player of the kill test: sends refills, logs requests and answers, and sends every unanswered request again with
// the same key.
import { KillPlayer } from './kill-player.ts';

interface Asked {
  readonly key: string;
  readonly point: string;
  answered: { readonly run: number; readonly point: string } | undefined;
}

export interface Verdict {
  readonly answered: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

export class KillClient {
  readonly #player: KillPlayer;
  readonly #log: Asked[] = [];

  constructor(origin: string, index: number) {
    this.#player = new KillPlayer(origin, index);
  }

  signUp(): Promise<void> {
    return this.#player.signUp();
  }

  /** Refills one after the other until told to stop; requests that the kill cut off stay unanswered in the log. */
  async refillWhile(isRunning: () => boolean): Promise<void> {
    while (isRunning()) {
      const number = this.#log.length + 1;
      const asked: Asked = {
        key: `${this.#player.name}-${number}`,
        point: String(number * 1_000),
        answered: undefined,
      };
      this.#log.push(asked);
      await this.#ask(asked);
    }
  }

  /** After a restart: sends everything unanswered again, each with its own key, until it is answered. */
  async askAgain(): Promise<void> {
    for (const asked of this.#log) {
      while (asked.answered === undefined) await this.#ask(asked);
    }
  }

  async #ask(asked: Asked): Promise<void> {
    const body = { walletType: 'BINARY', point: asked.point };
    const answer = await this.#player.ask<NonNullable<Asked['answered']>>(
      this.#player.post('/api/practice/refill', body, asked.key),
    );
    if (answer !== 'REFUSED') asked.answered = answer;
  }

  /** Compares the log with the account's own history: each answer is there once, and nothing else is. */
  async judge(): Promise<Verdict> {
    const events = await this.#history();
    const seen = new Map<number, number>();
    for (const event of events) {
      if (event.type !== 'PRACTICE_REFILLED') continue;
      seen.set(event.seq, (seen.get(event.seq) ?? 0) + 1);
    }
    const lost: string[] = [];
    const runs = new Map<number, string>();
    const doubled: string[] = [];
    for (const asked of this.#log) {
      if (asked.answered === undefined) continue;
      const { run, point } = asked.answered;
      const twin = runs.get(run);
      if (twin !== undefined) doubled.push(`${asked.key} and ${twin} have the same run`);
      runs.set(run, asked.key);
      // The opening is number 1 and every refill raises both by one, so a run is found at its own number.
      if (!seen.has(run) || point !== asked.point) lost.push(asked.key);
    }
    const extra = seen.size - runs.size;
    if (extra > 0) doubled.push(`${extra} refills of ${this.#player.name} that nobody was answered`);
    return { answered: runs.size, lost, doubled };
  }

  async #history(): Promise<readonly { readonly seq: number; readonly type: string }[]> {
    const all: { seq: number; type: string }[] = [];
    for (;;) {
      const since = all.at(-1)?.seq ?? 0;
      const answer = await fetch(`${this.#player.origin}/api/account/events?since=${since}&size=100`, {
        headers: this.#player.headers,
      });
      if (answer.status === 401) {
        await this.#player.signIn();
        continue;
      }
      if (!answer.ok) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        continue;
      }
      const { content, complete } = (await answer.json()) as {
        content: { seq: number; type: string }[];
        complete: boolean;
      };
      all.push(...content);
      if (content.length < 100 && complete) return all;
    }
  }
}
