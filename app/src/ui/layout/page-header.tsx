import type { ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { Icon } from '../icons/icon.tsx';
import './page-header.css';

interface Way {
  readonly label: string;
  readonly onPress: () => void;
}

interface Props {
  readonly title: ReactNode;
  /** For screen readers alone. */
  readonly isTitleUnseen?: boolean | undefined;
  /** `centred` on ordinary pages, `large` on the pages of the tab bar, `trade` with the instrument to choose. */
  readonly kind?: 'centred' | 'large' | 'trade';
  readonly back?: (Way & { readonly icon?: 'back' | 'close' }) | undefined;
  /** Opens a drawer from the left, in the place of `back`. */
  readonly menu?: Way | undefined;
  readonly close?: Way | undefined;
  /** Beside a trade page's name. */
  readonly code?: ReactNode;
  /** Opens the instrument list; trade pages only. */
  readonly onTitlePress?: (() => void) | undefined;
  readonly titleLabel?: string | undefined;
  /** Icon buttons at the right. */
  readonly children?: ReactNode;
}

export function PageHeader({
  title,
  isTitleUnseen = false,
  kind = 'centred',
  back,
  menu,
  close,
  children,
  ...name
}: Props) {
  return (
    <header className={`page-header page-header--${kind}`}>
      {back && <IconButton icon={back.icon ?? 'back'} label={back.label} onPress={back.onPress} />}
      {menu && <IconButton icon="menu" label={menu.label} onPress={menu.onPress} />}
      <h1 className={isTitleUnseen ? 'unseen' : 'page-header__title'}>
        {kind === 'trade' ? <Instrument title={title} {...name} /> : title}
      </h1>
      <span className="page-header__end">
        {children}
        {close && <IconButton icon="close" label={close.label} onPress={close.onPress} />}
      </span>
    </header>
  );
}

function Instrument({
  title,
  code,
  onTitlePress,
  titleLabel,
}: Pick<Props, 'title' | 'code' | 'onTitlePress' | 'titleLabel'>) {
  const name = (
    <>
      <span className="text-cut">{title}</span>
      {/* The space is not visible, but without it the two are read as one word. */}
      {code !== undefined && ' '}
      {code !== undefined && <span className="page-header__code figure text-micro">{code}</span>}
    </>
  );
  if (!onTitlePress) return <span className="page-header__instrument">{name}</span>;
  return (
    <button
      type="button"
      className="page-header__instrument"
      aria-label={titleLabel}
      aria-haspopup="dialog"
      onClick={onTitlePress}
    >
      {name}
      <Icon name="chevron-down" size={18} weight={2} />
    </button>
  );
}
