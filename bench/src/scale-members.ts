// Members of the scale bench and the calls they make. Each refills a practice wallet with a key of its own, so each of
// those calls is a command of the desk; a read of all wallets is what the app asks for most.
import { KillPlayer } from './kill-player.ts';

/** A member may write twenty times a second. */
const MEMBERS = 384;
const AT_ONCE = 8;

export interface ScaleMember {
  readonly name: string;
  readonly token: string;
  readonly address: string;
}

export async function signUpMembers(origin: string): Promise<readonly ScaleMember[]> {
  const players = Array.from({ length: MEMBERS }, (_, index) => new KillPlayer(origin, index + 1));
  const waiting = [...players];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let player = waiting.pop(); player !== undefined; player = waiting.pop()) await player.signUp();
    }),
  );
  return players.map(({ name, headers }) => ({
    name,
    token: headers['authorization'] ?? '',
    address: headers['x-forwarded-for'] ?? '',
  }));
}

export function refillBy({ name, token, address }: ScaleMember, nth: number): string {
  const body = `{"walletType":"BINARY","point":"${1_000 + (nth % 9_000)}"}`;
  return (
    `POST /api/practice/refill HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${token}\r\n` +
    `x-forwarded-for: ${address}\r\ncontent-type: application/json\r\n` +
    `idempotency-key: ${name}-scale-${nth}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

export const readWalletsBy = ({ token, address }: ScaleMember): string =>
  `GET /api/wallet/my HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${token}\r\n` +
  `x-forwarded-for: ${address}\r\n\r\n`;
