// One player of the kill test: sends refills, logs requests and answers, and sends every unanswered request again with
// the same key.

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
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #credentials: { readonly username: string; readonly password: string };
  readonly #log: Asked[] = [];
  readonly #name: string;

  constructor(origin: string, index: number) {
    this.#origin = origin;
    this.#name = `killer-${index}`;
    this.#credentials = { username: this.#name, password: `password-of-${index}` };
    this.#headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${index >> 8}.${index & 255}`,
    };
  }

  async signUp(index: number): Promise<void> {
    const phone = `010-${String(1000 + index)}-${String(2000 + index)}`;
    const made = await this.#post('/api/player', {
      ...this.#credentials,
      name: '시험',
      phone,
      email: `killer${index}@example.com`,
      nick: `시험자${index}`,
      siteInfoId: 1,
    });
    if (!made.ok) throw new Error(`sign-up: ${made.status} ${await made.text()}`);
    await this.signIn();
  }

  async signIn(): Promise<void> {
    const signedIn = await this.#post('/api/login', { ...this.#credentials, siteInfoId: 1 });
    if (!signedIn.ok) throw new Error(`sign-in: ${signedIn.status} ${await signedIn.text()}`);
    const { accessToken } = (await signedIn.json()) as { accessToken: string };
    this.#headers['authorization'] = `Bearer ${accessToken}`;
  }

  /** Refills one after the other until told to stop; requests that the kill cut off stay unanswered in the log. */
  async refillWhile(isRunning: () => boolean): Promise<void> {
    while (isRunning()) {
      const number = this.#log.length + 1;
      const asked: Asked = {
        key: `${this.#name}-${number}`,
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
    let answer: Response;
    try {
      answer = await this.#post(
        '/api/practice/refill',
        { walletType: 'BINARY', point: asked.point },
        asked.key,
      );
      if (answer.status === 429) await new Promise((resolve) => setTimeout(resolve, 200));
      if (answer.status === 401) await this.signIn();
      if (!answer.ok) return;
      asked.answered = (await answer.json()) as { run: number; point: string };
    } catch {
      // Cut off: whether it happened is exactly what the test is about.
    }
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
    if (extra > 0) doubled.push(`${extra} refills of ${this.#name} that nobody was answered`);
    return { answered: runs.size, lost, doubled };
  }

  async #history(): Promise<readonly { readonly seq: number; readonly type: string }[]> {
    const all: { seq: number; type: string }[] = [];
    for (;;) {
      const since = all.at(-1)?.seq ?? 0;
      const answer = await fetch(`${this.#origin}/api/account/events?since=${since}&size=100`, {
        headers: this.#headers,
      });
      if (answer.status === 401) {
        await this.signIn();
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

  #post(path: string, body: unknown, key?: string): Promise<Response> {
    return fetch(`${this.#origin}${path}`, {
      method: 'POST',
      headers: key === undefined ? this.#headers : { ...this.#headers, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  }
}
