// One notice. Opening it is reading it.
import { formatDateTime } from '@maru/client/format-date';
import { noticeById, readNotice } from '@maru/contract/content/notice';
import { useEffect } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useNavigate, useParams } from '../../shell/routing/router.tsx';
import { contentWords } from '../../text/content.ts';
import { useWords } from '../../text/language.tsx';
import { RichText } from '../../ui/rows/rich-text.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import './notice-screen.css';

export function NoticeScreen() {
  const words = useWords(contentWords);
  const { call, noteUnread } = usePlatform();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const answer = useAnswer(noticeById, { contentId: Number(id) });
  const unreadId = answer.reply?.isRead === false ? answer.reply.id : undefined;
  useEffect(() => {
    if (unreadId === undefined) return;
    void call(readNotice, { body: { contentId: unreadId } }).then((outcome) => {
      if (outcome.ok) noteUnread('NOTICE', outcome.reply.unread);
    });
  }, [call, noteUnread, unreadId]);
  if (answer.state === 'failed')
    return answer.code === 'NOT_FOUND' || answer.code === 'INVALID_REQUEST' ? (
      <StatePanel
        kind="empty"
        title={words.gone}
        sentence={words.goneLead}
        action={{ label: words.toNotices, onPress: () => void navigate({ to: '/more/notice' }) }}
      />
    ) : (
      <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />
    );
  if (answer.reply === undefined) return <TextSkeleton />;
  const { title, categoryName, createdAt, content } = answer.reply;
  return (
    <article className="notice-page">
      <header className="notice-page__head">
        {categoryName !== '' && <p className="notice-page__kind text-caption">{categoryName}</p>}
        <h2 className="notice-page__title text-title2">{title}</h2>
        <p className="notice-page__when text-micro figure">{formatDateTime(createdAt)}</p>
      </header>
      <RichText html={content} />
    </article>
  );
}

const LINES = [92, 100, 78, 96, 64];

export const TextSkeleton = () => (
  <div className="notice-page" aria-hidden="true">
    <Skeleton width="60%" height={24} />
    {LINES.map((width) => (
      <Skeleton key={width} width={`${width}%`} height={16} />
    ))}
  </div>
);
