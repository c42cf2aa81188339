// All notices, by category (picture 14).
import type { ReceivedReply } from '@maru/client/call';
import { formatDate } from '@maru/client/format-date';
import { noticeCategories, noticeList } from '@maru/contract/content/calls';
import { PagedList } from '../../receipt/paged-list.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { Link } from '../../shell/routing/router.tsx';
import { contentWords } from '../../text/content.ts';
import { useWords } from '../../text/language.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { inOrder } from '../in-order.ts';
import './notice-list-screen.css';

type Item = ReceivedReply<typeof noticeList>['content'][number];

export function NoticeListScreen() {
  const words = useWords(contentWords);
  const [category, setCategory] = useEntryState<string | undefined>('category', undefined);
  const categories = useAnswer(noticeCategories, {}).reply ?? [];
  const pages = usePages<Item, typeof noticeList>(noticeList, category === undefined ? {} : { category });
  return (
    <section className="notice-list" aria-label={words.notices}>
      <ChipRow label={words.category} gutter>
        <Chip pressed={category === undefined} onPress={() => setCategory(undefined)}>
          {words.all}
        </Chip>
        {categories.map(({ code, name }) => (
          <Chip key={code} pressed={code === category} onPress={() => setCategory(code)}>
            {name}
          </Chip>
        ))}
      </ChipRow>
      <PagedList
        pages={pages}
        skeleton={{ count: 8, height: 72 }}
        failedTitle={words.failed}
        empty={<StatePanel kind="empty" title={words.noNotices} sentence={words.noNoticesLead} />}
      >
        <ul className="notice-list__rows">
          {inOrder(pages.items).map((item) => (
            <NoticeRow key={item.id} item={item} />
          ))}
        </ul>
      </PagedList>
    </section>
  );
}

function NoticeRow({ item }: { readonly item: Item }) {
  const words = useWords(contentWords);
  return (
    <li className="notice-list__item">
      <Link to={`/more/notice/${item.id}`} className="notice-list__row">
        <span className="notice-list__words">
          <span className="notice-list__head">
            {!item.isRead && <span className="notice-list__dot" role="img" aria-label={words.unread} />}
            <span
              className={item.isRead ? 'notice-list__title' : 'notice-list__title notice-list__title--new'}
            >
              {item.title}
            </span>
          </span>
          <span className="notice-list__meta text-micro">
            {item.isPinned && (
              <span className="notice-list__pin" role="img" aria-label={words.pinned}>
                <Icon name="pin" size={14} weight={2} />
              </span>
            )}
            {words.rowMeta(item.categoryName, formatDate(item.createdAt).slice(5))}
          </span>
        </span>
        <span className="notice-list__chevron">
          <Icon name="chevron-right" size={18} />
        </span>
      </Link>
    </li>
  );
}
