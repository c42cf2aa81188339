import { Component, type ReactNode } from 'react';
import { ko } from '../../text/ko.ts';

interface Props {
  readonly children: ReactNode;
  /** Korean text by default, because the texts themselves may be what failed to load. */
  readonly fallback?: ReactNode;
}

/** After a bug on a screen, shows a message instead of an empty page. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return this.props.fallback ?? <p role="alert">{ko.shell.broken}</p>;
  }
}
