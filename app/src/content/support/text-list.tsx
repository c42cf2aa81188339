// Texts of one kind, each opened in its place: questions, investment info, promotions.
import type { ReceivedReply } from '@maru/client/call';
import { formatDate } from '@maru/client/format-date';
import { faqList, promotionList, strategyList } from '@maru/contract/content/calls';
import { PagedList } from '../../receipt/paged-list.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { contentWords } from '../../text/content.ts';
import { useWords } from '../../text/language.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { RichText } from '../../ui/rows/rich-text.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { inOrder } from '../in-order.ts';
import './text-list.css';

type Item = ReceivedReply<typeof faqList>['content'][number];

const calls = { faq: faqList, strategy: strategyList, promotion: promotionList };
export type TextKind = keyof typeof calls;

export const isTextKind = (name: string): name is TextKind => Object.hasOwn(calls, name);

export function TextList({ kind }: { readonly kind: TextKind }) {
  const words = useWords(contentWords);
  const pages = usePages<Item, typeof faqList>(calls[kind] as typeof faqList, { resultType: 'FULL' });
  return (
    <section className="text-list" aria-label={words.pages[kind]}>
      <PagedList
        pages={pages}
        skeleton={{ count: 6, height: 60 }}
        failedTitle={words.failed}
        empty={<StatePanel kind="empty" title={words.noTexts} />}
      >
        {inOrder(pages.items).map(({ id, title, content = '', categoryName, createdAt }) => (
          // One name: opening a text closes the one that was open.
          <details key={id} className="text-list__item" name="text">
            <summary className="text-list__head">
              <span className="text-list__words">
                <span className="text-list__title">{title}</span>
                <span className="text-list__meta text-micro">
                  {kind === 'faq' ? categoryName : words.rowMeta(categoryName, formatDate(createdAt))}
                </span>
              </span>
              <span className="text-list__arrow">
                <Icon name="chevron-down" size={18} />
              </span>
            </summary>
            <div className="text-list__text">
              <RichText html={content} />
            </div>
          </details>
        ))}
        {kind === 'strategy' && <p className="text-list__note text-caption">{words.notAdvice}</p>}
      </PagedList>
    </section>
  );
}
