// The account as it is now: wallets, what is open, where the member is signed in, and the limits of their own.
import type { ReceivedReply } from '@maru/client/call';
import { memberFuturesPositions } from '@maru/contract/futures/views';
import { officeLimits } from '@maru/contract/limits/calls';
import { type memberProfile, memberResults } from '@maru/contract/members/calls';
import { memberEquity, memberPast, memberSessions, memberSignIns } from '@maru/contract/members/views';
import { Line } from '../parts/charts.tsx';
import { Facts, Tag } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { DrawerSection } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/members.ts';
import { words as shell } from '../text/shell.ts';
import { AccountView } from './account-view.tsx';
import { distanceOf, shownAmount, shownResult, toneOf } from './figures.ts';

export type Member = ReceivedReply<typeof memberProfile>;

const ACCOUNT_EVERY_MS = 10_000;

export function MemberNow({ member }: { readonly member: Member }) {
  const playerId = member.id;
  const account = useRead(memberPast, { playerId }, { everyMs: ACCOUNT_EVERY_MS });
  const positions = useRead(memberFuturesPositions, { playerId }, { everyMs: ACCOUNT_EVERY_MS });
  return (
    <>
      {account.data === undefined ? (
        <p role="status">{account.fault?.message ?? shell.loading}</p>
      ) : (
        <AccountView account={account.data} distances={distancesOf(account.data, positions.data)} />
      )}
      <Result playerId={playerId} />
      <EquityLine playerId={playerId} />
      <Sessions playerId={playerId} />
      <Limits playerId={playerId} />
      <DrawerSection title={words.security}>
        <Facts
          facts={[
            { label: words.level, value: words.levels[member.level] ?? member.level },
            { label: words.secondFactor, value: member.hasSecondFactor ? words.on : words.off },
            { label: words.passwordChanged, value: minuteOf(member.passwordChangedMillis) },
            ...(member.joinPath === '' ? [] : [{ label: words.joinPath, value: member.joinPath }]),
          ]}
        />
      </DrawerSection>
    </>
  );
}

/** The liquidation price is that of the member's own page, the price the one that the account is valued at. */
function distancesOf(
  account: ReceivedReply<typeof memberPast>,
  positions: ReceivedReply<typeof memberFuturesPositions> | undefined,
): ReadonlyMap<number, string> {
  const distances = new Map<number, string>();
  for (const { id, liquidPrice } of positions ?? []) {
    const price = account.open.find((thing) => thing.kind === 'POSITION' && thing.id === id)?.priceThen
      ?.price;
    if (liquidPrice === null || liquidPrice === undefined || price === undefined) continue;
    const distance = distanceOf(price, liquidPrice);
    if (distance !== undefined) distances.set(id, distance);
  }
  return distances;
}

function Result({ playerId }: { readonly playerId: number }) {
  const { data } = useRead(memberResults, { playerIds: String(playerId) });
  const result = data?.content[0];
  if (result === undefined) return null;
  return (
    <DrawerSection title={words.thirtyDays}>
      <Facts
        facts={[
          {
            label: words.thirtyDaysNet,
            value: result.won === null ? '–' : words.won(shownResult(result.won)),
            tone: result.won === null ? 'plain' : toneOf(result.won),
          },
          ...result.byCurrency
            .filter(({ currency }) => currency !== 'KRW')
            .map(({ currency, net }) => ({ label: currency, value: shownResult(net) })),
        ]}
      />
    </DrawerSection>
  );
}

function EquityLine({ playerId }: { readonly playerId: number }) {
  const { data } = useRead(memberEquity, { playerId });
  const points = (data?.points ?? []).flatMap(({ won, isPartial }) =>
    won === null || isPartial ? [] : [Number(won)],
  );
  if (points.length < 2) return null;
  return (
    <DrawerSection title={words.line}>
      <Line label={words.line} values={points} height={64} tone="brass" />
    </DrawerSection>
  );
}

function Sessions({ playerId }: { readonly playerId: number }) {
  const sessions = useRead(memberSessions, { playerId });
  const signIns = useRead(memberSignIns, { playerId });
  const open = sessions.data?.content ?? [];
  return (
    <DrawerSection title={words.sessions} count={open.length}>
      {open.length === 0 && <p className="members__quiet">{words.noSessions}</p>}
      {open.map(({ id, name, isNew, ip, lastUsedAt }) => (
        <p key={id} className="open-row">
          <span className="open-row__name">
            {name || '–'} {isNew && <Tag tone="warn">{words.newDevice}</Tag>}
          </span>
          <span className="members__quiet figure">{ip}</span>
          <span className="figure">{minuteOf(lastUsedAt)}</span>
        </p>
      ))}
      <details>
        <summary>{words.signIns}</summary>
        {(signIns.data?.content ?? []).slice(0, 20).map(({ atMillis, outcome, name, ip, times }) => (
          <p key={`${atMillis} ${outcome}`} className="open-row">
            <span className="open-row__name">
              {words.outcomes[outcome]} {times > 1 && words.times(times)}{' '}
              <span className="members__quiet">{name}</span>
            </span>
            <span className="members__quiet figure">{ip}</span>
            <span className="figure">{minuteOf(atMillis)}</span>
          </p>
        ))}
      </details>
    </DrawerSection>
  );
}

function Limits({ playerId }: { readonly playerId: number }) {
  const { data } = useRead(officeLimits, { playerId });
  if (data === undefined) return null;
  const set = data.limits.filter(({ value }) => value !== null);
  const { state, untilMillis } = data.pause;
  return (
    <DrawerSection title={words.limits}>
      {state !== 'NONE' && untilMillis !== null && (
        <p>
          <Tag tone="warn">{words.pauses[state]}</Tag> {words.until(minuteOf(untilMillis))}
        </p>
      )}
      {set.length === 0 ? (
        <p className="members__quiet">{words.noLimits}</p>
      ) : (
        <Facts
          facts={set.map(({ kind, value, used }) => ({
            label: words.limitNames[kind],
            value: `${shownAmount(used)} / ${shownAmount(value ?? '')}`,
          }))}
        />
      )}
      <p className="members__quiet">{words.notLoosened}</p>
    </DrawerSection>
  );
}
