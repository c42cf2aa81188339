// The notification centre (picture 40).

import { formatClock, formatDay } from '@maru/client/format-date';
import {
  CATEGORIES,
  type Category,
  myNotifications,
  readNotifications,
} from '@maru/contract/notification/calls';
import type { Texts } from '@maru/contract/notification/words';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link, useNavigate } from '../../shell/routing/router.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { notificationWords } from '../../text/notification.ts';
import { Button, IconButtonFace, iconButtonClass } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { SectionTitle } from '../../ui/rows/list-row.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import {
  dayWord,
  type NotificationList,
  type NotificationSection,
  sectionsOf,
} from './notification-groups.ts';
import { NotificationRow } from './notification-row.tsx';
import './notification-screen.css';

/** `mustSee`: what stays on top until it is solved. */
export function NotificationScreen({ mustSee }: { readonly mustSee: ReactNode }) {
  const words = useWords(notificationWords);
  const navigate = useNavigate();
  const [category, setCategory] = useState<Category>();
  return (
    <div className="notifications">
      <HeaderEnd>
        <Link to="/more/notifications/setting" className={iconButtonClass} aria-label={words.openSetting}>
          <IconButtonFace icon="gear" />
        </Link>
      </HeaderEnd>
      <ChipRow label={words.filter} gutter>
        <Chip pressed={category === undefined} onPress={() => setCategory(undefined)}>
          {words.all}
        </Chip>
        {CATEGORIES.map((each) => (
          <Chip key={each} pressed={category === each} onPress={() => setCategory(each)}>
            {words.categories[each]}
            {each === 'RISK' && mustSee !== undefined && <b className="notifications__count figure">1</b>}
          </Chip>
        ))}
      </ChipRow>
      {(category === undefined || category === 'RISK') && mustSee}
      <NotificationItems key={category ?? ''} category={category} />
      <div className="notifications__action">
        <Button kind="tonal" icon="plus" onPress={() => void navigate({ to: '/more/alerts' })}>
          {words.makeAlert}
        </Button>
      </div>
    </div>
  );
}

function NotificationItems({ category }: { readonly category: Category | undefined }) {
  const words = useWords(notificationWords);
  const { call, clock, unread, noteUnread } = usePlatform();
  const answer = useAnswer(myNotifications, category === undefined ? {} : { category });
  const { reply, reload } = answer;
  // What is counted while the page is open is read at once.
  const count = useWatched(unread)['NOTIFICATION'] ?? 0;
  useEffect(() => {
    if (count > 0) reload();
  }, [count, reload]);
  // What was unread when the page was opened keeps its dot while it is looked at.
  const [readBefore, setReadBefore] = useState<number>();
  if (readBefore === undefined && reply !== undefined) setReadBefore(reply.readMillis);
  const isWhole = category === undefined && reply !== undefined;
  const newest = reply?.items[0]?.at;
  useEffect(() => {
    if (!isWhole) return;
    noteUnread('NOTIFICATION', 0);
    if (newest !== undefined)
      void call(readNotifications, { body: { untilMillis: Math.max(newest, clock.now()) } });
  }, [isWhole, newest, call, clock, noteUnread]);

  if (reply === undefined)
    return answer.state === 'failed' ? (
      <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />
    ) : (
      <SkeletonRows count={6} />
    );
  if (reply.items.length === 0)
    return <StatePanel kind="empty" title={words.empty} sentence={words.emptyLead} />;
  return <Sections list={reply} readMillis={readBefore ?? reply.readMillis} />;
}

function Sections({ list, readMillis }: { readonly list: NotificationList; readonly readMillis: number }) {
  const { language } = useLanguage();
  const words = useWords(notificationWords);
  const wallets = useWatched(usePlatform().wallets).reply;
  const texts = useMemo((): Texts => {
    const known = new Map(list.instruments.map((each) => [each.stock, each]));
    return {
      language,
      describe(stock) {
        const found = known.get(stock);
        return found && { name: language === 'ko' ? found.koName : found.enName, precision: found.precision };
      },
      currencyOf: (wallet) => wallets?.[wallet]?.currency,
    };
  }, [list, language, wallets]);
  return sectionsOf(list, readMillis).map((section) => (
    <section key={section.kind === 'away' ? 'away' : section.at}>
      <SectionHead section={section} />
      {section.items.map((item) => (
        <NotificationRow
          key={item.id}
          item={item}
          isUnread={item.at > readMillis}
          unreadLabel={words.unread}
          texts={texts}
        />
      ))}
    </section>
  ));
}

function SectionHead({ section }: { readonly section: NotificationSection }) {
  const words = useWords(notificationWords);
  const { language } = useLanguage();
  const now = useServerSecond();
  if (section.kind === 'away') {
    const { fromMillis, toMillis, items } = section;
    const hours = `${formatClock(fromMillis)} – ${formatClock(toMillis)}`;
    return (
      <SectionTitle end={<span className="figure text-micro">{hours}</span>}>
        {words.away(String(items.length))}
      </SectionTitle>
    );
  }
  const word = dayWord(section.at, now);
  return <SectionTitle>{word === undefined ? formatDay(section.at, language) : words[word]}</SectionTitle>;
}
