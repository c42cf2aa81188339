// A screen may put a button of its own at the right of the header, which belongs to the frame around it.
import { createStore, type Store } from '@maru/client/store';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useWatched } from '../platform.tsx';

export type HeaderEndPlace = Store<HTMLElement | null>;

export const createHeaderEndPlace = (): HeaderEndPlace => createStore<HTMLElement | null>(null);

export const HeaderEndContext = createContext<HeaderEndPlace>(createHeaderEndPlace());

/** Rendered in the header of the page; not at all where the frame has none. */
export function HeaderEnd({ children }: { readonly children: ReactNode }) {
  const place = useWatched(useContext(HeaderEndContext));
  return place === null ? null : createPortal(children, place);
}
