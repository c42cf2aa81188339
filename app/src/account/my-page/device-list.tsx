// The sessions of the member; any of them but this device's can be ended here.

import { formatClock, formatDay, isSameDay } from '@maru/client/format-date';
import { endMySession, endOtherSessions, mySessions } from '@maru/contract/account/calls';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { accountWords } from '../../text/account.ts';
import { useLanguage, useText, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListRow, SectionTitle } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';

/** `name` of what its buttons do: the page of the member (picture 36) and that of security (36b) call it differently. */
export function DeviceList({ name = 'signOut' }: { readonly name?: 'signOut' | 'end' }) {
  const { shell } = useText();
  const words = useWords(accountWords);
  const { of, others: othersName, short } = words.endDevice[name];
  const sessions = useAnswer(mySessions, {});
  const { call, clock } = usePlatform();
  const { language } = useLanguage();
  const alerts = useAlerts();
  const toasts = useToasts();

  async function end(id: string | 'OTHERS') {
    const answer = await alerts.ask({
      title: words.endQuestion,
      message: words.endQuestionLead,
      safe: words.keep,
      other: short,
      bright: 'other',
    });
    if (answer === 'safe') return;
    const outcome =
      id === 'OTHERS'
        ? await call(endOtherSessions, { body: {} })
        : await call(endMySession, { body: { id } });
    if (outcome.ok) toasts.show({ kind: 'order', title: words.sessionEnded });
    else alerts.show(outcome.message);
    sessions.reload();
  }

  if (sessions.state === 'failed')
    return <LoadFailed title={words.devicesFailed} message={sessions.message} onRetry={sessions.reload} />;
  if (sessions.state === 'loading')
    return (
      <div className="device-list__pending" role="status" aria-label={shell.loading}>
        <SkeletonRows count={2} height={64} figures={false} />
      </div>
    );
  // This device first, then as they were used.
  const content = sessions.reply.content.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const now = clock.now();
  const whenOf = (at: number) => (isSameDay(at, now) ? formatClock(at) : formatDay(at, language));
  const others = content.filter(({ isCurrent }) => !isCurrent);
  return (
    <section className="device-list" aria-label={words.devices(content.length)}>
      <SectionTitle
        end={
          others.length > 1 && (
            <button
              type="button"
              className="device-list__end-others text-note"
              onClick={() => void end('OTHERS')}
            >
              {othersName}
            </button>
          )
        }
      >
        {words.devices(content.length)}
      </SectionTitle>
      {content.map((session) => {
        const [known = '', browser] = session.name.split(' · ');
        const device = known !== '' ? known : session.device === 'MOBILE' ? words.mobile : words.desktop;
        const place = browser === undefined ? session.ip : words.deviceMeta(browser, session.ip);
        return (
          <ListRow
            key={session.id}
            ruled
            tile={
              <Tile tone={session.isCurrent ? 'brass' : 'plain'}>
                <Icon name={session.device === 'MOBILE' ? 'phone' : 'desktop'} size={20} />
              </Tile>
            }
            title={device}
            mark={
              session.isCurrent ? (
                <Badge tone="brass">{words.thisDevice}</Badge>
              ) : session.isNew ? (
                <Badge tone="warn">{words.newDevice}</Badge>
              ) : undefined
            }
            meta={words.deviceMeta(place, session.isCurrent ? words.now : whenOf(session.lastUsedAt))}
            end={
              session.isCurrent ? undefined : (
                <Button
                  kind="tonal"
                  size="small"
                  width="fit"
                  label={of(device)}
                  onPress={() => void end(session.id)}
                >
                  {short}
                </Button>
              )
            }
          />
        );
      })}
    </section>
  );
}
