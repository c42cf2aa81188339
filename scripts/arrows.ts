// Who may import whom, as data. The tidy test checks every import of the project against this table; a folder without a
// row fails too, so no new room can be added without one.

/** What every feature of the server may use besides its own files. */
const FEATURE = [
  'engine',
  'contract',
  'server/db',
  'server/desk',
  // How a product describes its tables and what is done with their rows.
  'server/shadow',
  'server/http',
  'server/bus',
  'server/clock',
  'server/log',
  'server/metrics',
  'server/product',
  'server/push',
  'server/feature',
  // A feature may owe a member a letter.
  'server/message',
  'server/staff',
  'server/version',
  'server/watch',
];

/** What every feature of the app may use besides its own files. */
const APP_FEATURE = ['engine', 'contract', 'client', 'app/ui', 'app/text', 'app/sound', 'app/shell'];

const SERVER_FEATURES = [
  'alert',
  'site',
  'account',
  'accounts',
  'apikeys',
  'audit',
  'books',
  'market',
  'bets',
  'binary',
  'bitball',
  'cashier',
  'futures',
  'oversea',
  'contact',
  'content',
  'control',
  'copytrade',
  'economic',
  'fairness',
  'file',
  'identity',
  'indices',
  'limits',
  'members',
  'message',
  'outbox',
  'partner',
  'past',
  'quiz',
  'rates',
  'risk',
  'security',
  'solvency',
  'tour',
  'trial',
  'notification',
];

/** Products with tables of their own that the shadow writes, and what they share. */
const SHADOWED = [
  'account',
  'bets',
  'binary',
  'bitball',
  'cashier',
  'copytrade',
  'futures',
  'limits',
  'oversea',
  'partner',
].map((name) => `server/${name}`);

const APP_FEATURES = [
  'account',
  'content',
  'economic',
  'fairness',
  'apikeys',
  'file',
  'market',
  'binary',
  'bitball',
  'futures',
  'oversea',
  'cashier',
  'contact',
  'copytrade',
  'message',
  'partner',
  'past',
  'identity',
  'indices',
  'limits',
  'quiz',
  'security',
  'solvency',
  'trial',
  'tour',
  'alert',
  'notification',
];

/** The few imports between features of the server. */
const FEATURE_EDGES: Readonly<Record<string, readonly string[]>> = {
  // They wait for prices.
  alert: ['market'],
  // A sign-up may bring proofs of an address and a number, and signing in asks for the second factor.
  account: ['identity', 'partner', 'quiz', 'security'],
  // An account of staff is a player with a password and factors.
  accounts: ['account', 'security'],
  // What proves a member's identity begins and ends their sessions, and a letter tells of its changes.
  security: ['account', 'message'],
  // The centre lists what fired, the letters, notices of staff, reminders of indicators and follows that were detached; a
  // web push goes to the devices of a sign-in.
  notification: ['account', 'alert', 'content', 'copytrade', 'economic', 'message'],
  // They are held against the sums of all purses, as the proof of balances counts them.
  books: ['fairness', 'partner', 'solvency'],
  // A bit-ball round is bet on and paid as a binary round is, and its receipts are read the same way; letters tell of
  // voided rounds.
  binary: ['market', 'bitball', 'bets', 'message'],
  bitball: ['market', 'binary', 'bets'],
  // Pictures are attached to an inquiry.
  contact: ['file'],
  // Instruments, their calendars and their prices.
  control: ['market'],
  // Copies are fills of coin futures; a letter tells of an application.
  copytrade: ['market', 'futures', 'message'],
  // Pictures of texts.
  content: ['file'],
  // Banks, the terms of a site, what its members have proven, and pictures in conversations.
  cashier: ['file', 'identity', 'site'],
  // In the centre, what must be seen is the account of coin futures as it is now.
  futures: ['market', 'notification'],
  // A found password is set as every password is; codes leave by the outbox.
  identity: ['account', 'content', 'message', 'outbox', 'security'],
  // Its proofs are recorded minutes.
  indices: ['market'],
  // What a member has proven, and what they hold in won.
  members: ['account', 'identity', 'rates'],
  oversea: ['market'],
  // The first people of a new site.
  site: ['accounts', 'partner'],
  // A partner is a player with a place in the tree, who enters the office.
  // The row of a paid share stands in the history of deposits.
  partner: ['account', 'accounts', 'cashier', 'site'],
  // What was open is valued by the prices and rates of then.
  past: ['market', 'rates'],
  // A coin is worth what our own feed says.
  rates: ['feed', 'market', 'site'],
  // What the insurance holds, what foreign money is worth, and whether a second source agrees.
  risk: ['account', 'market', 'rates'],
  // Its results and receipts are recorded ticks, shown as those of a binary bet.
  trial: ['market', 'binary'],
};

function serverFeature(name: string): readonly string[] {
  return [...FEATURE, ...(FEATURE_EDGES[name] ?? []).map((other) => `server/${other}`)];
}

/** The chart draws what it is given; the market knows the instruments; a product's screen shows both. */
function appFeature(name: string): readonly string[] {
  if (name === 'market') return [...APP_FEATURE, 'app/products'];
  // They name wallets, and products, as the products themselves do.
  if (name === 'past' || name === 'partner')
    return [...APP_FEATURE, 'app/market', 'app/receipt', 'app/products'];
  const others = ['market', 'chart', 'receipt', ...(FEATURE_EDGES[name] ?? [])];
  return [...APP_FEATURE, ...others.map((other) => `app/${other}`)];
}

function rowsFor(room: string, names: readonly string[], allowed: (name: string) => readonly string[]) {
  return Object.fromEntries(names.map((name) => [`${room}/${name}`, allowed(name)]));
}

/** Zone → the zones it may import. Its own files are always allowed, and `x/*` means every zone of the room. */
export const arrows: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  contract: ['engine'],

  // The desk decides, the journal stores, the shadow writes the tables: none of them imports a feature, because
  // `platform.ts` passes the features in.
  'server/db': [],
  'server/bus': ['engine'],
  'server/log': [],
  'server/clock': ['server/log'],
  'server/metrics': ['contract', 'server/log'],
  'server/process-time': ['engine'],
  'server/version': [],
  'server/journal': ['engine', 'server/db', 'server/bus', 'server/log'],
  // The shadow may follow in a thread of its own, which has to read the machine's clock itself.
  'server/shadow': [
    'engine',
    'server/db',
    'server/bus',
    'server/journal',
    'server/log',
    'server/process-time',
  ],
  'server/desk': [
    'engine',
    'contract',
    'server/db',
    'server/bus',
    'server/journal',
    'server/shadow',
    'server/log',
    'server/process-time',
  ],
  'server/http': ['engine', 'contract', 'server/db', 'server/log', 'server/metrics', 'server/version'],
  // A socket is checked like an HTTP request: by its player, address and origin.
  'server/realtime': [
    'engine',
    'contract',
    'server/db',
    'server/bus',
    'server/http',
    'server/log',
    'server/metrics',
  ],
  // What gateways and desks say to each other: whole calls, pushes and who is connected.
  'server/gateway': [
    'engine',
    'contract',
    'server/bus',
    'server/http',
    'server/realtime',
    'server/site',
    'server/log',
    'server/metrics',
  ],
  // Which pushes a durable event sends, and to whom: between the desk, which knows events, and realtime, which knows
  // sockets.
  'server/push': [
    'engine',
    'contract',
    'server/db',
    'server/desk',
    'server/journal',
    'server/bus',
    'server/realtime',
    'server/log',
    'server/metrics',
  ],
  // What a product of the server is: types of all that the platform passes to it.
  'server/product': [
    'engine',
    'contract',
    'server/db',
    'server/desk',
    'server/feed',
    'server/http',
    'server/log',
    'server/market',
    'server/metrics',
    'server/push',
    'server/rates',
    'server/realtime',
    'server/site',
    'server/staff',
  ],
  // What a feature of the server is beside the products: the same, for those that decide nothing at the desk.
  'server/feature': [
    'engine',
    'contract',
    'server/http',
    'server/market',
    'server/metrics',
    'server/product',
    'server/push',
    'server/realtime',
    'server/staff',
  ],
  // Passes ticks and events to the watch of a product and its commands to the desk, and pushes what accounts are worth.
  'server/watch': ['engine', 'server/clock', 'server/desk', 'server/log', 'server/market', 'server/product'],
  // What takes two members of staff, and what they changed: features use it, it imports none of them.
  'server/staff': ['engine', 'contract', 'server/db', 'server/shadow', 'server/http', 'server/log'],
  // A source returns its past prices in the types of the market.
  'server/feed': ['engine', 'contract', 'server/db', 'server/bus', 'server/log', 'server/market'],
  ...rowsFor('server', SERVER_FEATURES, serverFeature),
  // The list of the products' tables and reads, and the thread that writes the tables.
  'server/products': [
    'engine',
    'server/db',
    'server/desk',
    'server/journal',
    'server/shadow',
    'server/process-time',
    ...SHADOWED,
  ],
  // The files beside the folders (`main.ts`, `platform.ts`, `rebuild.ts`, `config.ts`) put the rooms together.
  'server/main': ['engine', 'contract', 'server/*'],

  client: ['engine', 'contract'],

  // Components make no calls: `ui` imports React and nothing of ours.
  'app/ui': [],
  'app/text': [],
  'app/shell': ['engine', 'contract', 'client', 'app/ui', 'app/text', 'app/sound'],
  'app/chart': APP_FEATURE,
  // Sounds import nothing of orders: the caller passes what happened.
  'app/sound': [],
  // Proofs of what happened, for every product that settles.
  'app/receipt': APP_FEATURE,
  'app/more': APP_FEATURE,
  // A page for developers: every part of the design beside its states.
  'app/gallery': ['app/ui', 'app/shell', 'client'],
  ...rowsFor('app', APP_FEATURES, appFeature),
  // The wallet's pages over all products: each product's history and receipts in a section of its own.
  'app/history': [...APP_FEATURE, 'app/market', 'app/receipt', 'app/binary', 'app/futures', 'app/oversea'],
  // All that a member owns, each wallet by the formula of its product.
  'app/asset': [...APP_FEATURE, 'app/market', 'app/receipt', 'app/past', 'app/products'],
  // The list of what products bring to the lists of everything that can be traded.
  'app/products': [
    'contract',
    'app/market',
    'app/binary',
    'app/futures',
    'app/oversea',
    'app/shell',
    'app/text',
  ],
  // The server and the whole app as the tests of every room fake them.
  'app/double': ['engine', 'contract', 'client', 'app/*'],
  // A step of the build of everything that runs in a browser.
  'app/build': [],
  // `routes.tsx` and `main.tsx`: the only place that imports all screens.
  'app/main': ['engine', 'contract', 'client', 'app/*'],

  // The office has the design of the app, and nothing else of it but the step of its build that leaves schemas out.
  office: ['engine', 'contract', 'client', 'app/ui', 'app/build'],

  // The simulator drives the real desk, journal and shadow on a virtual disk and clock.
  sim: [
    'engine',
    'server/desk',
    'server/journal',
    'server/shadow',
    'server/db',
    'server/bus',
    // Clients reach the desks through real lines.
    'server/gateway',
    // Its tables are written from the rows of the real products.
    'server/products',
    ...SHADOWED,
  ],
  // A bench measures what we claim about internals, so it may import them; members of a drill connect as the app does.
  bench: ['engine', 'contract', 'client', 'server/*', 'scripts'],
  // A journey uses what a trader uses: the wire, and the server it starts.
  e2e: ['contract', 'scripts'],
  // `start.mjs` runs the server in its own process.
  scripts: ['server/main'],
};

/** What a test may use besides what it tests: real time, databases and products on the server, the doubles in the app. */
export function testsMayImport(zone: string): readonly string[] {
  // docs/state-machines.md is printed from the tables of every room.
  if (zone === 'scripts') return ['engine', 'server/desk', 'client'];
  // Tests of a failover start servers of their own.
  if (zone.startsWith('server/')) return ['server/process-time', 'server/db', 'server/products', 'scripts'];
  return zone.startsWith('app/') ? ['app/double'] : [];
}

const ROOMS_WITH_FOLDERS = new Set(['server', 'app']);

/** The row a file belongs to. */
export function zoneOf(path: string): string {
  const [room = '', ...rest] = path.split('/');
  if (!path.includes('/')) return 'scripts';
  if (!ROOMS_WITH_FOLDERS.has(room)) return room;
  // The machine's time is passed in; only this file reads it, so it has a row that says who may import it.
  if (path === 'server/src/process-time.ts') return 'server/process-time';
  if (path === 'server/src/version.ts') return 'server/version';
  if (/^server\/src\/shadow-(products|worker)\.ts$/.test(path)) return 'server/products';
  if (path === 'app/src/products.ts') return 'app/products';
  if (/^app\/(src\/)?contract-without-schemas\.ts$/.test(path)) return 'app/build';
  if (/^app\/src\/[\w-]+-double\.tsx?$/.test(path)) return 'app/double';
  // server/src/<folder>/file.ts has a row of its own; server/src/file.ts and app/vite.config.ts belong to the room.
  return rest.length > 2 && rest[0] === 'src' ? `${room}/${rest[1]}` : `${room}/main`;
}

export function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  const row = arrows[from] ?? [];
  return row.includes(to) || row.includes(`${to.split('/')[0]}/*`);
}
