// The audit is tested on a page whose faults are known.
import { expect, test } from '@playwright/test';
import { keyboardComplaints } from '../audit-keyboard.ts';
import { layoutComplaints } from '../audit-layout.ts';

const FAULTY = `<!doctype html><html lang="ko"><head><meta name="viewport" content="width=device-width"><style>
  body { margin: 0; font: 16px sans-serif }
  button { width: 60px; height: 60px; padding: 0; position: relative }
  .line { width: 60px; overflow: hidden; white-space: nowrap }
  .small { width: 20px; height: 20px; margin: 20px }
  .grown::after { content: ""; position: absolute; inset: -14px }
</style></head><body>
  <div style="width:500px">넓다</div>
  <p style="font-size:11px">작다</p>
  <p class="line">옆이 잘린 글입니다</p>
  <p class="line" style="text-overflow:ellipsis">말줄임표로 끝나는 글입니다</p>
  <div style="height:12px;overflow:hidden"><p style="margin:0">밑이 잘린다</p></div>
  <button class="small">좁다</button>
  <button class="small grown">넓혔다</button>
  <button tabindex="-1">못 간다</button>
  <button style="outline:none">안 보인다</button>
  <button style="white-space:nowrap">단추보다 긴 글</button>
  <div style="height:140px;overflow-y:auto"><p style="width:600px">옆으로 밀린다</p></div>
  <div style="position:relative"><button>덮였다</button><div style="position:absolute;inset:0"></div></div>
</body></html>`;

test('the audit reports every fault of a page, and nothing else', async ({ page }) => {
  await page.setContent(FAULTY);
  const kindsOf = (complaints: readonly string[]) =>
    complaints.map((complaint) => complaint.replace(/\d+/g, 'n'));
  expect(kindsOf(await page.evaluate(layoutComplaints, 44))).toEqual([
    'the page scrolls sideways: n > n',
    'Hangul of n px: p «작다»',
    'cut at the side by p.line «옆이 잘린 글입니다»: p.line «옆이 잘린 글입니다»',
    'cut across by div «밑이 잘린다»: p «밑이 잘린다»',
    'div «옆으로 밀린다» scrolls sideways: n > n',
    'a target of n×n: button.small «좁다»',
    'words wider than button «단추보다 긴 글»',
    'button «덮였다» lies under div «»',
  ]);
  expect(await keyboardComplaints(page)).toEqual([
    'Tab does not reach button «못 간다»',
    'the focus cannot be seen on button «안 보인다»',
  ]);
});
