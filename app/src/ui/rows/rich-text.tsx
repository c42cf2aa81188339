import { useMemo } from 'react';
import { readNoticeHtml } from '../overlays/notice-html.ts';
import './rich-text.css';

/** A text that staff wrote as HTML: only what `readNoticeHtml` allows of it is rendered. */
export function RichText({ html }: { readonly html: string }) {
  const content = useMemo(() => readNoticeHtml(html), [html]);
  return <div className="rich-text">{content}</div>;
}
