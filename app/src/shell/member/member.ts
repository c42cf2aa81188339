// Who uses this page: a member or a guest (spec 4, Auth and Session restore). The session holds the tokens; this holds
// what changes with them: the profile, the wallets, the unread counts and the user of the live connection.
import type { Answers } from '@maru/client/answers';
import type { Caller, ReceivedReply, Refused } from '@maru/client/call';
import type { Live, LiveEdges } from '@maru/client/live';
import type { Realtime } from '@maru/client/realtime';
import { barrierFor, isTransient, type Session } from '@maru/client/session';
import { createStore, type Watched } from '@maru/client/store';
import { me, myWallets, signIn, signOut } from '@maru/contract/account/calls';
import { type Balances, createWallets } from './wallets.ts';

export type Member = ReceivedReply<typeof me>;

export type AuthState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'success' }
  | { readonly kind: 'fail'; readonly message: string }
  | { readonly kind: 'logout' };

export interface Announcement {
  readonly message: string;
  /** What its button does besides closing it. */
  readonly confirm: 'dismiss' | 'reload';
}

export type Unread = Readonly<Record<string, number>>;

export interface Membership {
  readonly auth: Watched<AuthState>;
  readonly member: Watched<Member | undefined>;
  /** Fetched and updated while there is a member. */
  readonly wallets: Live<Balances>;
  readonly unread: Watched<Unread>;
  /** What a call answered; pushes are noted by themselves. */
  noteUnread(kind: string, count: number): void;
  /** Fetches the profile. After a transient error the user is not known yet, and the tokens stay. */
  restore(): Promise<'known' | Refused>;
  signIn(credentials: {
    readonly username: string;
    readonly password: string;
    /** Of the second factor, once the server has asked for it. */
    readonly code?: string;
  }): Promise<{ readonly ok: true } | Refused>;
  /** Signs in by another call than `signIn` that has the same reply. */
  signInBy(
    send: (device: {
      readonly deviceKey: string;
      readonly siteInfoId?: number;
    }) => Promise<{ readonly ok: true; readonly reply: ReceivedReply<typeof signIn> } | Refused>,
  ): Promise<{ readonly ok: true } | Refused>;
  leave(): Promise<void>;
  onLeft(go: () => void | Promise<void>): () => void;
  refreshMember(): Promise<void>;
}

export interface MembershipEdges extends LiveEdges {
  readonly call: Caller;
  readonly session: Session;
  readonly realtime: Realtime;
  readonly answers: Answers;
  readonly isMobile: boolean;
  readonly texts: () => { readonly accountBlocked: string; readonly deviceBlocked: string };
  readonly siteInfoId: () => number | undefined;
  /** False until the start-up has ended: it opens the first connection itself. */
  readonly mayConnect: () => boolean;
  readonly announce: (announcement: Announcement) => void;
  readonly reload: () => Promise<void>;
}

/** How long signing out waits for a server that does not answer. */
const SIGN_OUT_WAIT_MS = 2_000;

export function createMembership(edges: MembershipEdges): Membership {
  const { call, session, realtime, answers, timers } = edges;
  const isSignedIn = () => session.state.get().kind === 'signed-in';
  const auth = createStore<AuthState>(isSignedIn() ? { kind: 'pending' } : { kind: 'logout' });
  const member = createStore<Member | undefined>(undefined);
  const unread = createStore<Unread>({});
  const noteUnread = (kind: string, count: number) => unread.set({ ...unread.get(), [kind]: count });
  const wallets = createWallets(edges);
  const ways = new Set<() => void | Promise<void>>();
  let stops: readonly (() => void)[] = [];
  let departed: Promise<void> = Promise.resolve();
  /** While the user signs out, the server ends the session too and pushes that; it is not shown. */
  let signingOut: Promise<unknown> | undefined;
  /** The user can change while a call is under way; the answer to a call of an earlier user is dropped. */
  let visit = 0;

  function admit(profile: Member, balances?: Balances): void {
    const barred = barrierText(edges, profile);
    if (barred !== undefined) {
      session.endWith(barred);
      return;
    }
    visit++;
    stopListening();
    // Answers cached for a guest may differ for a member, and the connection must authenticate as the member.
    realtime.close();
    answers.forget();
    stops = [
      followWallets(wallets, balances),
      realtime.followQueue('message', { onPush: ({ data }) => noteUnread(data.kind, data.unread) }),
      realtime.followQueue('force_logout', {
        onPush: ({ data }) => session.endWith(data.message),
      }),
    ];
    member.set(profile);
    auth.set({ kind: 'success' });
    if (edges.mayConnect()) realtime.open();
  }

  function stopListening(): void {
    for (const stop of stops) stop();
    stops = [];
  }

  async function depart(ended: string | undefined): Promise<void> {
    const wasMember = member.get() !== undefined;
    visit++;
    stopListening();
    unread.set({});
    realtime.close();
    member.set(undefined);
    answers.forget();
    auth.set(ended === undefined ? { kind: 'logout' } : { kind: 'fail', message: ended });
    // The user must be able to read the alert first; its button reloads.
    if (ended !== undefined) edges.announce({ message: ended, confirm: 'reload' });
    for (const go of [...ways]) await go();
    // Reloading the page would abort its requests.
    await signingOut;
    if (ended === undefined && wasMember) await edges.reload();
  }

  /** The session was signed in by another tab or by a screen. */
  async function enter(): Promise<void> {
    const mine = ++visit;
    auth.set({ kind: 'pending' });
    const loaded = await load(call);
    if (mine !== visit) return;
    if (loaded.ok) return admit(loaded.profile, loaded.balances);
    if (!isTransient(loaded)) return session.endWith(loaded.message);
    auth.set({ kind: 'fail', message: loaded.message });
    edges.announce({ message: loaded.message, confirm: 'reload' });
  }

  let isRestoring = false;
  let isAdmitting = false;
  session.state.watch(() => {
    const state = session.state.get();
    if (state.kind === 'guest') departed = depart(signingOut ? undefined : state.ended);
    else if (!isRestoring && !isAdmitting) void enter();
  });

  async function find(): Promise<'known' | Refused> {
    if (!isSignedIn() || member.get() !== undefined) return 'known';
    auth.set({ kind: 'pending' });
    let loaded = await load(call);
    if (!loaded.ok && isSignedIn() && !isTransient(loaded)) loaded = await secondTry(edges, loaded);
    if (!isSignedIn()) return 'known';
    if (loaded.ok) {
      admit(loaded.profile, loaded.balances);
      return 'known';
    }
    if (isTransient(loaded)) return loaded;
    session.endWith(loaded.message);
    return 'known';
  }

  const signInBy: Membership['signInBy'] = async (send) => {
    auth.set({ kind: 'pending' });
    const siteInfoId = edges.siteInfoId();
    const outcome = await send({
      deviceKey: session.deviceKey(),
      ...(siteInfoId === undefined ? {} : { siteInfoId }),
    });
    if (!outcome.ok) {
      auth.set({ kind: 'fail', message: outcome.message });
      return outcome;
    }
    const { user, deviceRule, ...tokens } = outcome.reply;
    const barred = deviceRule?.message ?? barrierText(edges, user);
    if (barred !== undefined) {
      auth.set({ kind: 'fail', message: barred });
      return { ok: false, status: 403, code: deviceRule?.code ?? 'ACCOUNT_BLOCKED', message: barred };
    }
    isAdmitting = true;
    session.signIn(tokens);
    isAdmitting = false;
    admit(user);
    return { ok: true };
  };

  return {
    auth,
    member,
    wallets,
    unread,
    noteUnread,
    async restore() {
      isRestoring = true;
      try {
        return await find();
      } finally {
        isRestoring = false;
      }
    },
    signIn: (credentials) => signInBy((device) => call(signIn, { body: { ...credentials, ...device } })),
    signInBy,
    async leave() {
      const sent = call(signOut);
      const enough = new Promise<void>((resolve) => void timers.after(SIGN_OUT_WAIT_MS, resolve));
      signingOut = Promise.race([sent, enough]);
      // Other tabs see it in the storage, before the server can push that their session ended. The call has its token
      // by then.
      await Promise.race([session.accessToken(), enough]);
      if (isSignedIn()) session.signOut();
      await departed;
      signingOut = undefined;
    },
    onLeft(go) {
      ways.add(go);
      return () => void ways.delete(go);
    },
    async refreshMember() {
      const mine = visit;
      const outcome = await call(me);
      if (mine === visit && outcome.ok && member.get() !== undefined) member.set(outcome.reply);
    },
  };
}

async function load(
  call: Caller,
): Promise<{ readonly ok: true; readonly profile: Member; readonly balances: Balances } | Refused> {
  const [profile, balances] = await Promise.all([call(me), call(myWallets)]);
  if (!profile.ok) return profile;
  return balances.ok ? { ok: true, profile: profile.reply, balances: balances.reply } : balances;
}

/** The spec's one use of the refresh token; a call whose token had expired has already used it. */
async function secondTry({ call, session }: MembershipEdges, first: Refused): ReturnType<typeof load> {
  if (first.code === 'TOKEN_EXPIRED' || first.code === 'LOGIN_REQUIRED') return first;
  const token = await session.accessToken();
  if (token !== undefined && token !== 'unreachable') await session.renew(token);
  return session.state.get().kind === 'signed-in' ? load(call) : first;
}

function barrierText({ isMobile, texts }: MembershipEdges, profile: Member): string | undefined {
  const barrier = barrierFor(profile, isMobile);
  if (barrier === undefined) return undefined;
  const { accountBlocked, deviceBlocked } = texts();
  return barrier === 'ACCOUNT_BLOCKED' ? accountBlocked : deviceBlocked;
}

function followWallets(wallets: Live<Balances>, balances: Balances | undefined): () => void {
  if (balances) wallets.seed(balances);
  const stop = wallets.watch(() => {});
  return () => {
    stop();
    wallets.forget();
  };
}
