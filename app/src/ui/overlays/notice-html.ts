// The text of a notice, which staff write as HTML. The server has cleaned it; here it is parsed a second time, and only
// what this list names is rendered, as elements of our own: none of the sender's markup reaches the page.
import { createElement, Fragment, type ReactNode } from 'react';

const DRAWN: ReadonlySet<string> = new Set(
  (
    'p br hr b strong i em u s small sub sup span div blockquote pre code ' +
    'ul ol li table thead tbody tfoot tr th td a img h3 h4 h5 h6'
  ).split(' '),
);

/** The notice's own title is the heading above them. */
const STANDS_FOR: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h3' };

/** The content of these is not text for readers. */
const NOT_EVEN_TEXT: ReadonlySet<string> = new Set(
  (
    'script style template noscript iframe frame frameset object embed applet svg math head title meta link base ' +
    'form input button select textarea option audio video canvas dialog'
  ).split(' '),
);

const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
const LINKS_TO: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:']);
const XHTML = 'http://www.w3.org/1999/xhtml';
const DEEPEST = 40;

export function readNoticeHtml(html: string): ReactNode {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return drawChildren(body, 0);
}

const drawChildren = (parent: Node, depth: number): readonly ReactNode[] =>
  [...parent.childNodes].map((node, index) => drawNode(node, index, depth));

function drawNode(node: Node, key: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const element = node as Element;
  const tag = element.localName.toLowerCase();
  if (element.namespaceURI !== XHTML || NOT_EVEN_TEXT.has(tag)) return null;
  const name = STANDS_FOR[tag] ?? tag;
  const children = depth < DEEPEST && !EMPTY.has(name) ? drawChildren(element, depth + 1) : [];
  const attributes = attributesOf(name, element);
  // A picture from another site is left out, a link to a forbidden URL keeps its text.
  if (name === 'img' && !('src' in attributes)) return null;
  if (!DRAWN.has(name) || (name === 'a' && !('href' in attributes)))
    return createElement(Fragment, { key }, ...children);
  return createElement(name, { ...attributes, key }, ...children);
}

function attributesOf(name: string, element: Element): Readonly<Record<string, string | number>> {
  switch (name) {
    case 'a':
      return linkOf(element.getAttribute('href') ?? '');
    case 'img':
      return pictureOf(element);
    case 'th':
    case 'td':
      return { ...spanOf(element, 'colSpan'), ...spanOf(element, 'rowSpan') };
    default:
      return {};
  }
}

function linkOf(href: string): Readonly<Record<string, string>> {
  const url = urlOf(href);
  if (!url || !LINKS_TO.has(url.protocol)) return {};
  if (url.origin === location.origin) return { href: url.pathname + url.search + url.hash };
  return { href: url.href, target: '_blank', rel: 'noopener noreferrer nofollow' };
}

/** Where staff's pictures are: every other address of this site may do more than show one when it is asked for. */
const PICTURE = /^\/api\/content\/picture\/[0-9a-f]{32}$/;

/** Only pictures of this site: one from another site would reveal to its owner who reads the notice. */
function pictureOf(element: Element): Readonly<Record<string, string>> {
  const url = urlOf(element.getAttribute('src') ?? '');
  if (url?.origin !== location.origin || url.search !== '' || !PICTURE.test(url.pathname)) return {};
  return {
    src: url.pathname,
    alt: element.getAttribute('alt') ?? '',
    loading: 'lazy',
    decoding: 'async',
  };
}

function spanOf(element: Element, name: 'colSpan' | 'rowSpan'): Readonly<Record<string, number>> {
  const span = Number(element.getAttribute(name.toLowerCase()));
  return Number.isInteger(span) && span > 1 && span <= 20 ? { [name]: span } : {};
}

/** Parsed by the browser, so that no spelling of a scheme is read differently here and by the browser. */
function urlOf(text: string): URL | undefined {
  if (text.trim() === '') return undefined;
  try {
    return new URL(text, location.href);
  } catch {
    return undefined;
  }
}
