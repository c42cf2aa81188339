// A member of the kill test: signs up, signs in, and asks. Every request may be cut off.
export class KillPlayer {
  readonly name: string;
  readonly origin: string;
  readonly headers: Record<string, string>;
  readonly #index: number;
  readonly #credentials: { readonly username: string; readonly password: string };

  constructor(origin: string, index: number) {
    this.origin = origin;
    this.name = `killer-${index}`;
    this.#index = index;
    this.#credentials = { username: this.name, password: `password-of-${index}` };
    this.headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${index >> 8}.${index & 255}`,
    };
  }

  async signUp(): Promise<void> {
    const index = this.#index;
    const phone = `010-${String(1000 + index)}-${String(2000 + index)}`;
    const made = await this.post('/api/player', {
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
    const signedIn = await this.post('/api/login', { ...this.#credentials, siteInfoId: 1 });
    if (!signedIn.ok) throw new Error(`sign-in: ${signedIn.status} ${await signedIn.text()}`);
    const { accessToken } = (await signedIn.json()) as { accessToken: string };
    this.headers['authorization'] = `Bearer ${accessToken}`;
  }

  post(path: string, body: unknown, key?: string): Promise<Response> {
    return fetch(`${this.origin}${path}`, {
      method: 'POST',
      headers: key === undefined ? this.headers : { ...this.headers, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  }

  /** Undefined while there is no answer: the server is gone, or asks to wait, or wants a new token. */
  async ask<Reply>(answer: Promise<Response>): Promise<Reply | 'REFUSED' | undefined> {
    try {
      const answered = await answer;
      if (answered.status === 429) await new Promise((resolve) => setTimeout(resolve, 200));
      if (answered.status === 401) await this.signIn();
      if (answered.ok) return (await answered.json()) as Reply;
      return answered.status >= 500 || answered.status === 429 || answered.status === 401
        ? undefined
        : 'REFUSED';
    } catch {
      // Cut off: whether it happened is exactly what the test is about.
      return undefined;
    }
  }
}
