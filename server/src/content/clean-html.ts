// Cleans the HTML that staff write: on save, so that nothing else is ever stored, and again on show, so that a row that
// was written in another way does no harm either. The app parses it once more.
import sanitize from 'sanitize-html';

const TAGS =
  'p br hr b strong i em u s small sub sup span div blockquote pre code ' +
  'ul ol li table thead tbody tfoot tr th td a img h3 h4 h5 h6';

/** Their content is not text for readers either. */
const NOT_EVEN_TEXT =
  'script style template noscript noembed noframes iframe frame frameset object embed applet svg math head title ' +
  'textarea option select button form audio video canvas dialog xmp plaintext';

const LINK = /^(https?:\/\/|mailto:|tel:)/i;
/** Of this site; a second slash of either kind would name another one. */
const OWN_PATH = /^\/(?![/\\])/;
/** A picture of another site would tell its owner who reads the text. The name cannot be guessed. */
const OWN_PICTURE = /^\/api\/content\/picture\/[0-9a-f]{32}$/;
const SPAN = /^([2-9]|1\d|20)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these inside a scheme.
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/;

/** Every attribute that is kept is made here: nothing of the writer's is copied unchecked. */
function linkOf(href = ''): sanitize.Attributes {
  const trimmed = href.trim();
  if (INVISIBLE.test(trimmed) || trimmed.length > 500) return {};
  if (OWN_PATH.test(trimmed)) return { href: trimmed };
  if (!LINK.test(trimmed)) return {};
  return { href: trimmed, target: '_blank', rel: 'noopener noreferrer nofollow' };
}

const spansOf = ({ colspan = '', rowspan = '' }: sanitize.Attributes): sanitize.Attributes => ({
  ...(SPAN.test(colspan) ? { colspan } : {}),
  ...(SPAN.test(rowspan) ? { rowspan } : {}),
});

const options: sanitize.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  allowedStyles: {},
  allowedClasses: {},
  nonTextTags: NOT_EVEN_TEXT.split(' '),
  nestingLimit: 40,
  enforceHtmlBoundary: false,
  transformTags: {
    // The title of the text is the heading above them.
    h1: 'h3',
    h2: 'h3',
    a: (tagName, { href }) => ({ tagName, attribs: linkOf(href) }),
    img: (tagName, { src = '', alt = '' }) => ({
      tagName,
      attribs: OWN_PICTURE.test(src) ? { src, alt: alt.slice(0, 200) } : {},
    }),
    th: (tagName, attribs) => ({ tagName, attribs: spansOf(attribs) }),
    td: (tagName, attribs) => ({ tagName, attribs: spansOf(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === 'img') return attribs['src'] === undefined;
    // A link to a forbidden URL keeps its text.
    return tag === 'a' && attribs['href'] === undefined ? 'excludeTag' : false;
  },
};

export const cleanHtml = (html: string): string => sanitize(html, options).trim();

/** The names of the pictures in cleaned texts. */
export const picturesIn = (...html: readonly string[]): readonly string[] => [
  ...new Set(
    [...html.join(' ').matchAll(/\/api\/content\/picture\/([0-9a-f]{32})"/g)].map(([, id = '']) => id),
  ),
];

/** Whether a reader would see anything of it. */
export const hasText = (html: string): boolean =>
  html.includes('<img') || sanitize(html, { allowedTags: [], allowedAttributes: {} }).trim() !== '';

const MOST_KEPT = 500;

/** Cleaned texts by their version, which never changes: readers of one text share the work. */
export function createShownHtml(): (version: string, html: string) => string {
  const kept = new Map<string, string>();
  return (version, html) => {
    const known = kept.get(version);
    if (known !== undefined) return known;
    const cleaned = cleanHtml(html);
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(version, cleaned);
    return cleaned;
  };
}
