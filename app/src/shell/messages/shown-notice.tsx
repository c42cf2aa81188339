// A notice on the screen, and which of its HTML is allowed. Imported with the first notice: most visits see none.
import type { ReceivedReply } from '@maru/client/call';
import { formatDateTime } from '@maru/client/format-date';
import type { noticeById } from '@maru/contract/content/notice';
import { useMemo } from 'react';
import { useText } from '../../text/language.tsx';
import { NoticeDialog } from '../../ui/overlays/notice-dialog.tsx';
import { readNoticeHtml } from '../../ui/overlays/notice-html.ts';

export type Notice = ReceivedReply<typeof noticeById>;

interface Props {
  /** The last one stays rendered while it closes. */
  readonly notice: Notice;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ShownNotice({ notice, open, onClose }: Props) {
  const text = useText();
  const content = useMemo(() => readNoticeHtml(notice.content), [notice]);
  return (
    <NoticeDialog
      open={open}
      onClose={onClose}
      kind={text.shell.notice}
      title={notice.title}
      when={formatDateTime(notice.createdAt)}
      closeLabel={text.shell.close}
    >
      {content}
    </NoticeDialog>
  );
}
