// A member as the office shows one: the facts of the tables, what they hold in won, and tags.

import type { ReplyOf } from '@maru/contract/call';
import type { MemberRow, MemberTag, memberProfile, memberResults } from '@maru/contract/members/calls';
import {
  type Amount,
  amountOfUnits,
  plus,
  portion,
  type Rate,
  toDecimal,
  toPlaces,
  ZERO,
} from '@maru/engine/amount';
import type { Currency, PlayerId } from '@maru/engine/purse';
import { WON } from '@maru/engine/rates/exchange-rate';
import { isSameName } from '@maru/engine/same-name';
import { DAY_MS, type Millis } from '@maru/engine/time';
import type { ResultSum } from '../product/results.ts';
import type { Rates } from '../rates/rates.ts';
import { ATTENTION_MS } from './find-store.ts';
import { addressOf, bankOf, maskedAddress, maskedBank, maskedEmail, maskedPhone } from './masks.ts';
import type { HeldSum, StoredMember, StoredProfile } from './store.ts';

export interface Seeing {
  readonly now: Millis;
  readonly isOnline: (player: PlayerId) => boolean;
  readonly heldOf: (player: PlayerId) => Amount | undefined;
}

/** Null where something is held in a currency without a rate. */
export function wonHeld(
  sums: readonly HeldSum[],
  rates: Pick<Rates, 'latest'>,
  now: Millis,
): (player: PlayerId) => Amount | undefined {
  const byPlayer = Map.groupBy(sums, ({ player }) => player);
  return (player) => {
    let total = ZERO;
    for (const { currency, held } of byPlayer.get(player) ?? []) {
      if (held === 0n) continue;
      const rate = currency === WON ? undefined : rates.latest(currency, WON, now)?.rate;
      if (currency !== WON && rate === undefined) return undefined;
      const won = rate === undefined ? held : toPlaces(portion(held, rate, 'down'), 0, 'down');
      total = plus(total, won);
    }
    return total;
  };
}

export type Results = ReplyOf<typeof memberResults>['content'][number];

/** Each currency in won by its latest rate, rounded towards nothing. */
export function wireResults(
  player: PlayerId,
  sums: readonly ResultSum[],
  { rates, now }: { readonly rates: Pick<Rates, 'latest'>; readonly now: Millis },
): Results {
  const byCurrency = new Map<Currency, bigint>();
  for (const { currency, net } of sums) byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + net);
  const earned = [...byCurrency].filter(([, net]) => net !== 0n);
  let won: bigint | undefined = 0n;
  for (const [currency, net] of earned) {
    const rate: Rate | undefined = currency === WON ? undefined : rates.latest(currency, WON, now)?.rate;
    if (won === undefined || (currency !== WON && rate === undefined)) won = undefined;
    else won += rate === undefined ? net : (net * rate) / UNITS;
  }
  return {
    playerId: player,
    won: won === undefined ? null : toDecimal(amountOfUnits((won / UNITS) * UNITS)),
    byCurrency: earned.map(([currency, net]) => ({ currency, net: toDecimal(amountOfUnits(net)) })),
  };
}

/** Of one won, or of a rate of one. */
const UNITS = 100_000_000n;

export function wireMember(member: StoredMember, { now, isOnline, heldOf }: Seeing): MemberRow {
  const { id, username, name, nick, partnerCode, createdAt, seenMs } = member;
  const held = heldOf(id);
  return {
    ...{ id, username, name, nick, partnerCode },
    createdMillis: createdAt.getTime(),
    seenMillis: seenMs,
    isOnline: isOnline(id),
    heldWon: held === undefined ? null : toDecimal(held),
    tags: [...tagsOf(member, now)],
  };
}

/** The most pressing first. */
function tagsOf(member: StoredMember, now: Millis): readonly MemberTag[] {
  const isRecent = (at: number | null, withinMs: number): at is number => at !== null && at > now - withinMs;
  const tags: MemberTag[] = [];
  const add = (tag: MemberTag['tag'], sinceMillis: number | null = null) => tags.push({ tag, sinceMillis });
  if (member.closedAt !== null) add('CLOSED', member.closedAt.getTime());
  else if (member.isBlocked) add('BLOCKED');
  if (member.lockedMs !== null) add('LOCKED', member.lockedMs);
  if (member.status === 'WAITING') add('WAITING');
  if (member.markedMs !== null) add('MARKED', member.markedMs);
  if (member.blockDevice !== '') add('DEVICE_BLOCKED');
  if (member.holders.some((holder) => !isSameName(holder, member.name))) add('OTHER_NAME');
  if (member.isFirstWithdrawal) add('FIRST_WITHDRAWAL');
  // A time that is still to come: until then.
  if ((member.excludedUntilMs ?? 0) > now) add('EXCLUDED', member.excludedUntilMs);
  else if ((member.restsUntilMs ?? 0) > now) add('RESTING', member.restsUntilMs);
  if (isRecent(member.payoutMs, ATTENTION_MS)) add('PAYOUT_CHANGED', member.payoutMs);
  if (member.lockedMs === null && isRecent(member.securityMs, ATTENTION_MS))
    add('SECURITY_CHANGED', member.securityMs);
  const newDevice = member.newDeviceAt?.getTime() ?? null;
  // Whoever has just signed up is on a new device by nature.
  const isNewcomer = now - member.createdAt.getTime() < DAY_MS;
  if (isRecent(newDevice, DAY_MS) && !isNewcomer) add('NEW_DEVICE', newDevice);
  if (member.role === 'PARTNER') add('PARTNER');
  return tags;
}

type Profile = ReplyOf<typeof memberProfile>;

export function wireProfile(
  member: StoredMember,
  stored: StoredProfile,
  more: Seeing & Pick<Profile, 'level' | 'waiting' | 'isPractice'>,
): Profile {
  const { level, waiting, isPractice, ...seeing } = more;
  const [bank, address] = [bankOf(stored.bank), addressOf(stored.address)];
  const { markReason, partnerId, partnerNick } = stored;
  return {
    ...wireMember(member, seeing),
    ...{ level, waiting, isPractice },
    status: statusOf(member),
    role: member.role,
    contact: {
      phone: stored.phone === null ? null : maskedPhone(stored.phone),
      email: stored.email === null ? null : maskedEmail(stored.email),
      bank: bank === undefined ? null : maskedBank(bank),
      address: address === undefined ? null : maskedAddress(address),
    },
    isPhoneProven: stored.isPhoneProven,
    isEmailProven: stored.isEmailProven,
    partner:
      partnerId === null || member.partnerCode === null
        ? null
        : { id: partnerId, nick: partnerNick ?? '', code: member.partnerCode },
    blockDevice: member.blockDevice,
    hasSecondFactor: stored.hasSecondFactor,
    lockedMillis: member.lockedMs,
    passwordChangedMillis: stored.passwordChangedAt.getTime(),
    joinPath: stored.joinPath ?? '',
    mark:
      markReason === null || member.markedMs === null
        ? null
        : { reason: markReason, staff: stored.markStaff ?? '', atMillis: member.markedMs },
  };
}

function statusOf({ closedAt, isBlocked, status }: StoredMember): Profile['status'] {
  if (closedAt !== null) return 'CLOSED';
  return isBlocked ? 'DENY' : status;
}
