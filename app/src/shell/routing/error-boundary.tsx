import { Component, type ReactNode } from 'react';
import { ko } from '../../text/ko.ts';

interface Props {
  readonly children: ReactNode;
  /** Korean words without it, because the words themselves may be what broke. */
  readonly fallback?: ReactNode;
}

/** A bug on a screen: say so instead of an empty page. */
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
