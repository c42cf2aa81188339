// Judges a drill from what its clients wrote down and what the API shows at the end: every complaint is a broken promise.
import { answers, claimOf, isAskedFor, mayCause } from './drill-claims.ts';
import type { AccountEvent, Asked, Attempt, MemberHistory } from './drill-log.ts';
import { moneyComplaints } from './drill-money.ts';
import { pushComplaints, resyncsOf } from './drill-pushes.ts';

export interface Judged {
  readonly complaints: readonly string[];
  readonly commands: number;
  readonly answered: number;
  /** Of them with success. */
  readonly done: number;
  /** Attempts without an answer that says what became of the command. */
  readonly unknowns: number;
  readonly repeated: number;
  /** Orders to read everything again instead of pushes that are too old to be sent. */
  readonly resyncs: number;
  /** By kind. */
  readonly events: Readonly<Record<string, number>>;
  readonly pushes: number;
  /** Why commands were refused. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Refused although an attempt that nobody answered was carried out later. */
  readonly late: number;
}

export function judge(members: readonly MemberHistory[]): Judged {
  const complaints = ownerComplaints(members.flatMap(({ asked }) => asked.flatMap((each) => each.attempts)));
  let late = 0;
  for (const member of members) {
    const found = answerComplaints(member.asked, member.shown.events);
    late += found.late;
    const own = [
      ...found.complaints,
      ...sequenceComplaints(member.shown.events),
      ...repeatComplaints(member),
      ...openComplaints(member),
      ...pushComplaints(member),
      ...moneyComplaints(member.shown),
    ];
    complaints.push(...own.map((each) => `${member.name}: ${each}`));
  }
  const commands = members.flatMap(({ asked }) => asked.filter(isCommand));
  const received = members.flatMap((each) => each.received);
  return {
    complaints,
    late,
    commands: commands.length,
    answered: commands.filter(({ answer }) => answer !== undefined).length,
    done: commands.filter(isDone).length,
    refusals: countedBy(commands.flatMap(refusalOf)),
    unknowns: commands.flatMap(({ attempts }) => attempts.filter(isUnknown)).length,
    repeated: commands.filter(({ attempts }) => attempts.length > 1).length,
    resyncs: members.reduce((sum, member) => sum + resyncsOf(member), 0),
    pushes: received.filter(({ push }) => push !== 'RESYNC').length,
    events: countedBy(members.flatMap(({ shown }) => shown.events.map(({ type }) => type))),
  };
}

const countedBy = (kinds: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => [kind, length]));

export const isCommand = ({ key }: Asked): boolean => key !== undefined;
const refusalOf = ({ answer }: Asked): readonly string[] =>
  answer === undefined || answer.status === 200 ? [] : [String(answer.body['code'] ?? answer.status)];
const isDone = ({ answer }: Asked): boolean => answer?.status === 200;

/** TRY_AGAIN is an answer: nothing was done. */
const isUnknown = ({ status, code }: Attempt): boolean =>
  status === undefined || (status >= 500 && code !== 'TRY_AGAIN');

/** Each success has an event of its own, and nothing is there that nobody asked for. */
function answerComplaints(
  asked: readonly Asked[],
  events: readonly AccountEvent[],
): { readonly complaints: readonly string[]; readonly late: number } {
  const complaints: string[] = [];
  const claimed = new Map<AccountEvent, Asked>();
  const byKind = Map.groupBy(events, ({ type }) => type);
  for (const each of asked.filter(isCommand)) {
    const { key, path, answer } = each;
    if (answer === undefined) complaints.push(`${path} with key ${key} was never answered`);
    if (!isDone(each)) continue;
    const claim = claimOf(path);
    if (claim === undefined) {
      complaints.push(`${path} has no rule for its event`);
      continue;
    }
    const fitting = claim.kinds.flatMap((kind) =>
      (byKind.get(kind) ?? []).filter((event) => answers(each, event)),
    );
    const free = fitting.find((event) => !claimed.has(event));
    if (free !== undefined) claimed.set(free, each);
    else if (fitting[0] === undefined)
      complaints.push(`lost: ${path} with key ${key} was answered, and no event has it`);
    else complaints.push(`twice: ${path} with keys ${claimed.get(fitting[0])?.key} and ${key} got one event`);
  }

  // Refused after an attempt that nobody answered: that one may have been carried out afterwards.
  const doubtful = asked.filter((each) => isCommand(each) && !isDone(each) && each.attempts.some(isUnknown));
  let late = 0;
  for (const event of events) {
    if (claimed.has(event) || !isAskedFor(event)) continue;
    const at = doubtful.findIndex((each) => mayCause(each, event));
    if (at === -1)
      complaints.push(`not asked for: event ${event.seq} ${event.type} is of no answered command`);
    else {
      doubtful.splice(at, 1);
      late += 1;
    }
  }
  return { complaints, late };
}

/** Numbers of an account follow each other, and later events have higher numbers of their own. */
function sequenceComplaints(events: readonly AccountEvent[]): readonly string[] {
  const complaints: string[] = [];
  let last: AccountEvent | undefined;
  for (const event of events) {
    const expected = (last?.seq ?? 0) + 1;
    if (event.seq > expected) complaints.push(`gap: event ${expected} is missing before ${event.seq}`);
    if (event.seq < expected) complaints.push(`double: event ${event.seq} comes after ${last?.seq}`);
    if (last !== undefined && event.data.id <= last.data.id)
      complaints.push(`order: event ${event.seq} is older than the one before`);
    last = event;
  }
  return complaints;
}

/** Who asks after an answer of a later owner is not answered by an earlier one. */
function ownerComplaints(attempts: readonly Attempt[]): string[] {
  const complaints: string[] = [];
  const answered = attempts.filter(
    (each): each is Attempt & Required<Pick<Attempt, 'owner' | 'answeredAt'>> =>
      each.owner !== undefined && each.answeredAt !== undefined,
  );
  for (const [shard, of] of Map.groupBy(answered, ({ owner }) => owner.shard)) {
    /** When each epoch was first heard of, in the order of time; only those that raised it. */
    const raised: { readonly at: number; readonly epoch: number }[] = [];
    for (const { owner, answeredAt } of of.toSorted((a, b) => a.answeredAt - b.answeredAt))
      if (owner.epoch > (raised.at(-1)?.epoch ?? -1)) raised.push({ at: answeredAt, epoch: owner.epoch });
    for (const { owner, askedAt, answeredAt } of of) {
      const known = raised.findLast(({ at }) => at < askedAt)?.epoch ?? -1;
      if (owner.epoch < known)
        complaints.push(
          `two owners: epoch ${owner.epoch} of shard ${shard} answered a request that was sent ` +
            `after an answer of epoch ${known} (asked ${Math.round(askedAt)}, answered ${Math.round(answeredAt)})`,
        );
    }
  }
  return complaints;
}

const repeatComplaints = ({ shown }: MemberHistory): readonly string[] =>
  shown.repeated
    .filter(({ first, again }) => first !== again)
    .map(({ key, first, again }) => `another answer: key ${key} was ${first} and is ${again}`);

/** What is shown as open was made by an event of the account. */
function openComplaints({ shown }: MemberHistory): readonly string[] {
  const known = new Set(shown.events.map(({ data }) => data.id));
  return shown.open
    .filter(({ event }) => !known.has(event))
    .map(({ what, event }) => `no event: ${what} is shown, and event ${event} is not of the account`);
}
