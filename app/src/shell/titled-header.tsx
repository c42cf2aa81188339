import { useText } from '../text/language.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useGivenTitle } from './header-title.ts';
import { MessagesLink } from './messages-link.tsx';
import type { RouteRow } from './route-row.ts';
import { useRouter } from './router.tsx';

export function TitledHeader({ row }: { readonly row: RouteRow }) {
  const router = useRouter();
  const text = useText();
  const given = useGivenTitle();
  const title = given ?? (row.title === undefined ? text.shell.brand : text.routes[row.title]);
  const closesBack = row.closesToOpener === true && router.history.canGoBack();
  const way = (label: string, to: string | undefined) =>
    to === undefined ? undefined : { label, onPress: () => void router.navigate({ to }) };
  return (
    <PageHeader
      kind={row.tab === 'more' ? 'large' : 'centred'}
      title={title}
      back={
        closesBack && row.back !== undefined
          ? { label: text.shell.back, onPress: () => router.history.back() }
          : way(text.shell.back, row.back)
      }
      close={
        closesBack
          ? { label: text.shell.close, onPress: () => router.history.back() }
          : way(text.shell.close, row.close)
      }
    >
      {row.tab === 'more' && <MessagesLink />}
    </PageHeader>
  );
}
