// The pages below /support: lists of texts by their kind, and static pages by their name.
import { staticPage } from '@maru/contract/content/calls';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { useNavigate, useParams } from '../../shell/routing/router.tsx';
import { contentWords } from '../../text/content.ts';
import { useWords } from '../../text/language.tsx';
import { RichText } from '../../ui/rows/rich-text.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { TextSkeleton } from '../notice/notice-screen.tsx';
import './support-page-screen.css';
import { isTextKind, TextList } from './text-list.tsx';

export const InvestInfoScreen = () => <TextList kind="strategy" />;

export function SupportPageScreen() {
  const words = useWords(contentWords);
  const { page = '' } = useParams();
  const kind = isTextKind(page) ? page : undefined;
  useHeaderTitle(kind && words.pages[kind]);
  return kind === undefined ? <StaticPage name={page} /> : <TextList key={kind} kind={kind} />;
}

function StaticPage({ name }: { readonly name: string }) {
  const words = useWords(contentWords);
  const navigate = useNavigate();
  const answer = useAnswer(staticPage, { contentId: name });
  useHeaderTitle(answer.reply?.title);
  if (answer.reply !== undefined)
    return (
      <article className="support-page">
        {/* The headings of texts are of the third level. */}
        <h2 className="unseen">{answer.reply.title}</h2>
        <RichText html={answer.reply.content} />
      </article>
    );
  if (answer.state === 'loading') return <TextSkeleton />;
  const isGone = answer.state === 'failed' && ['NOT_FOUND', 'INVALID_REQUEST'].includes(answer.code);
  if (!isGone) return <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />;
  return (
    <StatePanel
      kind="empty"
      title={words.gone}
      sentence={words.goneLead}
      action={{ label: words.toNotices, onPress: () => void navigate({ to: '/more/notice' }) }}
    />
  );
}
