import { useContext } from 'react';
import { useText } from '../../text/language.tsx';
import { IconButtonFace, iconButtonClass } from '../../ui/buttons/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useWide } from '../device/device.tsx';
import type { RouteRow } from '../routing/route-row.ts';
import { Link, useRouter } from '../routing/router.tsx';
import { HeaderEndContext } from './header-end.tsx';
import { useGivenTitle } from './header-title.ts';
import { MessagesLink } from './messages-link.tsx';

export function TitledHeader({ row }: { readonly row: RouteRow }) {
  const router = useRouter();
  const text = useText();
  const given = useGivenTitle();
  const isWide = useWide();
  const end = useContext(HeaderEndContext);
  const title = given ?? (row.title === undefined ? text.shell.brand : text.routes[row.title]);
  const leadsToOpener = row.closesToOpener === true && router.history.canGoBack();
  const leave = (to: string) => (leadsToOpener ? router.history.back() : void router.navigate({ to }));
  const way = (label: string, to: string | undefined) =>
    to === undefined ? undefined : { label, onPress: () => leave(to) };
  return (
    <PageHeader
      kind={row.tab === 'more' || row.tab === 'dnw' ? 'large' : 'centred'}
      title={title}
      isTitleUnseen={row.isTitleUnseen}
      back={way(text.shell.back, row.back)}
      close={way(text.shell.close, row.close)}
    >
      {row.tab === 'more' && !isWide && <MessagesLink />}
      {row.isSearched && (
        <Link to="/search/oversea" className={iconButtonClass} aria-label={text.shell.tabs.search}>
          <IconButtonFace icon="search" />
        </Link>
      )}
      <span ref={end.set} />
    </PageHeader>
  );
}
