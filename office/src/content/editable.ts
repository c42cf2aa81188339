// HTML that is edited in the page: only elements of the server's allow-list come in, whatever is pasted, and only they go
// out. Nodes are made one by one; no markup of anybody is given to the page as text.

const KEPT: ReadonlySet<string> = new Set(
  'p br b strong i em u s ul ol li table thead tbody tr th td a img h3 h4 blockquote'.split(' '),
);
const STANDS_FOR: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h3', div: 'p' };
const NOT_EVEN_TEXT: ReadonlySet<string> = new Set(
  'script style template noscript iframe object embed svg math head title textarea select button form'.split(
    ' ',
  ),
);
const LINK = /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i;
const PICTURE = /^\/api\/content\/picture\/[0-9a-f]{32}$/;
const DEEPEST = 30;

export const isLink = (address: string): boolean => LINK.test(address) && !/\s/.test(address);

export const picturePath = (id: string): string => `/api/content/picture/${id}`;

/** The nodes of an HTML text that may be edited. */
export function nodesOf(html: string): readonly Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].flatMap((node) => kept(node, 0));
}

function kept(node: Node, depth: number): readonly Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.nodeValue ?? '')];
  if (!(node instanceof Element) || depth > DEEPEST) return [];
  const tag = node.localName.toLowerCase();
  if (NOT_EVEN_TEXT.has(tag)) return [];
  const children = [...node.childNodes].flatMap((child) => kept(child, depth + 1));
  const name = STANDS_FOR[tag] ?? tag;
  if (!KEPT.has(name)) return children;
  const made = document.createElement(name);
  if (name === 'a') {
    const href = node.getAttribute('href') ?? '';
    if (!isLink(href)) return children;
    made.setAttribute('href', href);
  }
  if (name === 'img') {
    const source = node.getAttribute('src') ?? '';
    if (!PICTURE.test(source)) return [];
    made.setAttribute('src', source);
    made.setAttribute('alt', (node.getAttribute('alt') ?? '').slice(0, 200));
  }
  made.append(...children);
  return [made];
}

/** What is edited, as the server takes it. */
export function htmlOf(root: Element): string {
  const box = document.createElement('div');
  box.append(...[...root.childNodes].flatMap((node) => kept(node, 0)));
  // An empty editor holds a single line break.
  return box.textContent?.trim() === '' && box.querySelector('img, table') === null ? '' : box.innerHTML;
}

/** The lines of a text, for checking and comparing. */
export function linesOf(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const end of body.querySelectorAll('p, br, li, tr, h3, h4, blockquote')) end.append('\n');
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  for (const end of body.querySelectorAll('th, td')) end.append(' ');
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The longest common lines stay; everything else was removed or added. */
export function diffOf(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const common = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      common[i]![j] =
        before[i] === after[j]
          ? common[i + 1]![j + 1]! + 1
          : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ kind: 'same', text: before[i]! });
      i += 1;
      j += 1;
    } else if (j >= after.length || (i < before.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ kind: 'removed', text: before[i]! });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: after[j]! });
      j += 1;
    }
  }
  return lines;
}
