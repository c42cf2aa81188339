import { Component, type ReactNode } from 'react';
import { ko } from '../text/ko.ts';

/** A bug on a screen: say so instead of an empty page. Korean, because the words themselves may be what broke. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <p role="alert">{ko.shell.broken}</p> : this.props.children;
  }
}
