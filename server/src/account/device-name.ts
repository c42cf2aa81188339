// The device of a sign-in as its owner recognises it, such as `iPhone · Safari`, by what browsers say of themselves. The
// first row that fits counts: many browsers name others too.
const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*\bSM-/, 'Galaxy'],
  [/Android.*\bPixel/, 'Pixel'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows PC'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux PC'],
];

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/KAKAOTALK/, 'KakaoTalk'],
  [/NAVER\(/, 'NAVER'],
  [/Whale\//, 'Whale'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

export function deviceName(userAgent: string): string {
  const firstOf = (rows: typeof DEVICES) => rows.find(([mark]) => mark.test(userAgent))?.[1];
  return [firstOf(DEVICES), firstOf(BROWSERS)].filter((each) => each !== undefined).join(' · ');
}
