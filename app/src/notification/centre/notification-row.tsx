import { formatClock } from '@maru/client/format-date';
import type { WireNotification } from '@maru/contract/notification/calls';
import { notificationText, type Texts } from '@maru/contract/notification/words';
import { Link } from '../../shell/routing/router.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconName } from '../../ui/icons/icons.ts';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';

const icons: Readonly<Record<WireNotification['content']['kind'], IconName>> = {
  FILLED: 'check',
  LIQUIDATED: 'warning',
  CANCELLED: 'close',
  WARNED: 'warning',
  LEVERAGE: 'sliders',
  ROUND: 'line-chart',
  DNW: 'transfer',
  COPIED: 'users',
  COPY_MISSED: 'users',
  COPY_SHARED: 'users',
  FOLLOW_ENDED: 'users',
  FOLLOW_DETACHED: 'warning',
  PRICE: 'bell',
  LETTER: 'mail',
  NOTICE: 'megaphone',
  ECONOMIC: 'calendar',
};

/** Where the money goes, where that is one way. */
const dnwIcons: Readonly<Record<string, IconName>> = { D: 'download', TI: 'download', W: 'send', TO: 'send' };

function iconOf(content: WireNotification['content']): IconName {
  if (content.kind === 'DNW') return dnwIcons[content.type] ?? icons.DNW;
  return content.kind === 'ROUND' && content.game !== null ? 'ball' : icons[content.kind];
}

interface Props {
  readonly item: WireNotification;
  readonly isUnread: boolean;
  readonly unreadLabel: string;
  readonly texts: Texts;
}

export function NotificationRow({ item, isUnread, unreadLabel, texts }: Props) {
  const { title, line, figure, direction } = notificationText(item.content, texts);
  const { path } = item;
  return (
    <ListRow
      height={72}
      tile={
        <Tile shape="round">
          <Icon name={iconOf(item.content)} size={20} />
        </Tile>
      }
      title={
        <>
          {isUnread && <span className="notifications__dot" role="img" aria-label={unreadLabel} />}
          {title}
        </>
      }
      meta={
        <>
          {line}
          {figure !== undefined && (
            <>
              {' · '}
              <span className={`figure figure--${direction ?? 'flat'}`}>{figure}</span>
            </>
          )}
        </>
      }
      end={<time className="notifications__time figure text-micro">{formatClock(item.at)}</time>}
      renderLink={
        path === null ? undefined : ({ 'aria-current': _, ...link }) => <Link to={path} {...link} />
      }
    />
  );
}
