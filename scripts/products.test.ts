// How far a product reaches: the core names none, and outside its own folders only a few files name each.
import { everyProduct } from '@maru/engine/products';
import { describe, expect, test } from 'vitest';
import { importsOf, isOfTests, isTest, sources, targetOf } from './sources.ts';

/** Words that look like a product and are none, in code, in texts and in comments. */
const OTHER_MEANINGS = new RegExp(
  [
    // Wallets and the settings of a site, which have these names on the wire.
    String.raw`\b(BINARY|FUTURES)\b`,
    'binary_?[cC]urrency',
    'overseaPrefix|oversea_prefix',
    // Data that is not text, and digits of base two.
    String.raw`isBinary\b|binaryType\b|\bbinary (frames?|digits)\b|(unit:|format !==|format:|'text' \|) 'binary'`,
    // Instruments of exchanges, and the prices of all coins on a topic that the spec calls so.
    '[Oo]verseas[- ]futures|(kr|us|other)Futures',
    String.raw`[fF]uturesPrices?\b|FUTURES_PRICES_KEY`,
    // Addresses of pages that the spec gives; the first of them is the home page.
    String.raw`['"]\/(search\/)?oversea(View)?(\/\$id)?['"]`,
  ].join('|'),
  'g',
);

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  text
    .replaceAll(OTHER_MEANINGS, '')
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${index + 1} ${line.trim()}`] : []));

/** Rooms that import no product: lists of products are passed to them. */
const CORE = /^(server\/src\/(desk|journal|shadow|push|http|realtime)|client\/src)\//;
const ANY_PRODUCT = /oversea|bit-?ball|\bball|\bbinary|\bfutures\b/i;

describe('the core', () => {
  test('names no product', () => {
    const wrong = sources
      // A test of the client makes some call of a product.
      .filter(({ path }) => CORE.test(path) && !(path.startsWith('client/') && isTest(path)))
      .flatMap(({ path, text }) => namesIn(text, ANY_PRODUCT).map((line) => `${path}:${line}`));
    expect(wrong).toEqual([]);
  });

  // It may say "account", as the owner of purses; it must not import what the product account decides and writes.
  test('imports nothing of the account', () => {
    const wrong = sources
      .filter(({ path }) => CORE.test(path))
      .flatMap((source) => importsOf(source).map((each) => `${source.path} ${targetOf(source.path, each)}`))
      .filter((line) => / (engine|server)\/src\/account\//.test(line));
    expect(wrong).toEqual([]);
  });
});

interface Reach {
  readonly names: RegExp;
  /** A folder or a file that begins with one of these words is the product's own. */
  readonly own: readonly string[];
}

/** The most files outside that may name it: lists, routes, texts, words. */
const MOST = 20;

/** Binary options and bit-ball are one family: rounds that are bet on through the same calls. */
const ROUNDS = ['binary', 'bitball', 'ball', 'rounds', 'bets'];

/** Products whose names in code do not follow from the name alone. */
const known: Readonly<Record<string, Reach>> = {
  // A round that is tried without an account is judged as a binary bet.
  binary: { names: /\bbinary|Binary|BINARY_/, own: [...ROUNDS, 'trial'] },
  bitball: { names: /[Bb]it-?ball|\bballs?\b|\bball[A-Z]|Ball(?![a-z])|BALL_/, own: ROUNDS },
  oversea: { names: /oversea/i, own: ['oversea'] },
  // Much names partners, who are people: these are the names of their shares.
  partner: {
    names: /partner(Shadow|Pushes|State|Types)\b|SHARE_(CONFIRMED|PAID)|(CONFIRM|PAY)_SHARE/,
    own: ['partner'],
  },
  // Shares of partners are paid out as rows of the cashier.
  cashier: { names: /\bcashiers?(?![a-z])|Cashiers?(?![a-z])|\bCASHIER_/, own: ['cashier', 'partner'] },
  // Where the screens of coin futures show copies.
  copytrade: {
    names: /\bcopytrades?(?![a-z])|Copytrades?(?![a-z])|\bCOPYTRADE_/,
    own: ['copytrade', 'copied'],
  },
  // Much has limits: these are the names of players' own.
  limits: {
    names: /[a-z]LimitRefusals|[Ll]imits(Product|Shadow|Reads|State)|LIMITS_|limits\//,
    own: ['limits'],
  },
  // Futures alone are also those overseas, and a kind of instrument.
  futures: {
    names: /[Cc]oin[- ]futures|\bfutures[A-Z/]|[a-z]Futures|\bFutures[A-Z]|FUTURES_|['"/_-]futures\b/,
    // Copy trading is of coin futures alone.
    own: ['futures', 'copytrade'],
  },
};

/** Camel case, kebab case and constants: `tip`, `tipRows`, `useTips`, `TIP_GIVEN`. */
function reachOf(name: string): Reach {
  const capital = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const names = new RegExp(`\\b${name}s?(?![a-z])|${capital}s?(?![a-z])|\\b${name.toUpperCase()}_`);
  return known[name] ?? { names, own: [name] };
}

const ROOMS = /^(engine|contract|server|client|app|sim)\//;
const isDouble = (path: string): boolean => /-double\.tsx?$/.test(path);
/** What programmers read is run as tests, and shows the calls of some product. */
const isExample = (path: string): boolean => path.startsWith('client/examples/');

describe('outside its own folders', () => {
  const names = everyProduct.map(({ name }) => name as string).filter((name) => name !== 'account');

  test.each(names)('only a few files name %s', (name) => {
    const { names: pattern, own } = reachOf(name);
    const isOwn = new RegExp(`(^|/)(${own.join('|')})`);
    const files = sources
      .filter(({ path }) => ROOMS.test(path) && !isOfTests(path) && !isDouble(path) && !isExample(path))
      .filter(({ path }) => !isOwn.test(path))
      .filter(({ text }) => namesIn(text, pattern).length > 0)
      .map(({ path }) => path);
    expect(files.length > MOST ? files : []).toEqual([]);
  });
});
