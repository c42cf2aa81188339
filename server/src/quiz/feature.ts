// The questions about leverage: no order of a leveraged product before they are passed, from whatever client it comes.
import { answerRiskQuiz, riskQuiz } from '@maru/contract/quiz/calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, HOUR_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { OpenedFeature, ServerFeature } from '../feature/server-feature.ts';
import { type Route, serve } from '../http/serve.ts';
import { questions } from './questions.ts';
import { countLosers, hasPassed, passQuiz } from './store.ts';

/** Members of whom it is known that they passed; the others are read again with every order. */
const MOST_KNOWN = 50_000;
const LOSSES_OF_MS = 30 * DAY_MS;
/** The newest: the figure costs the same however much is traded. */
const MOST_FILLS = 100_000;
/** Of fewer accounts a share says nothing, or something about one of them. */
const LEAST_ACCOUNTS = 20;

export const quizFeature: ServerFeature = {
  name: 'quiz',
  open: async ({ database, settings }) => createQuiz({ database, isAsked: settings.riskQuiz === 'ASK' }),
};

export function createQuiz({
  database,
  isAsked,
}: {
  readonly database: Database;
  readonly isAsked: boolean;
}): OpenedFeature & { readonly rule: (route: Route) => Route } {
  const known = new Set<PlayerId>();
  const lossOf = createLossShares(database);

  async function isPassed(player: PlayerId): Promise<boolean> {
    if (known.has(player)) return true;
    const passed = await database.transaction((tx) => hasPassed(tx, player));
    if (passed) remember(player);
    return passed;
  }

  function remember(player: PlayerId): void {
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(player);
  }

  return {
    rule: (route) =>
      isAsked && route.call.leveraged === true
        ? {
            ...route,
            handle: async (asked) =>
              asked.principal?.role === 'PLAYER' &&
              !onlyReduces(asked.body) &&
              !(await isPassed(asked.principal.player))
                ? { ok: false, refusal: 'RISK_QUIZ_NEEDED' }
                : route.handle(asked),
          }
        : route,
    routes: [
      serve(riskQuiz, async ({ principal, language, now }) => ({
        ok: true,
        reply: {
          isPassed: !isAsked || (await isPassed(principal.player)),
          lossShare: await lossOf(principal.site, now),
          questions: questions.map((each, index) => ({
            number: index + 1,
            question: each[language].question,
            options: [...each[language].options],
          })),
        },
      })),
      serve(answerRiskQuiz, async ({ body, principal: { player, site }, language, now }) => {
        if (body.answers.some(({ number }) => questions[number - 1] === undefined))
          return { ok: false, refusal: 'QUESTION_NOT_FOUND' };
        const answers = body.answers.map(({ number, option }) => ({
          number,
          isRight: questions[number - 1]?.right === option,
          explanation: questions[number - 1]?.[language].explanation ?? '',
        }));
        // Each question once with the right answer: trying all options at once is no answer.
        const right = new Set(answers.filter(({ isRight }) => isRight).map(({ number }) => number));
        const isAllRight = right.size === questions.length && answers.length === questions.length;
        if (isAllRight) {
          await database.transaction((tx) => passQuiz(tx, { player, site, now }));
          remember(player);
        }
        return { ok: true, reply: { isPassed: isAllRight || (await isPassed(player)), answers } };
      }),
    ],
  };
}

const EXITS: ReadonlySet<unknown> = new Set(['TAKEPROFIT', 'STOPLOSS', 'TRAILINGSTOP']);

/** Whoever closes is never stopped. */
function onlyReduces(body: unknown): boolean {
  const { reduceOnly, marketType } = body as { readonly reduceOnly?: unknown; readonly marketType?: unknown };
  return reduceOnly === true || EXITS.has(marketType);
}

/** At most once an hour for a site; while it is being counted, everybody waits for the same count. */
function createLossShares(database: Database) {
  const counted = new Map<SiteId, { readonly at: Millis; readonly share: Promise<string | null> }>();
  return (site: SiteId, now: Millis): Promise<string | null> => {
    const last = counted.get(site);
    if (last !== undefined && now - last.at < HOUR_MS) return last.share;
    const since = earlier(now, LOSSES_OF_MS);
    const share = database
      .transaction((tx) => countLosers(tx, { site, since, most: MOST_FILLS }))
      .then(({ lost, all }) => (all < LEAST_ACCOUNTS ? null : ((100 * lost) / all).toFixed(1)));
    counted.set(site, { at: now, share });
    // The next question counts again.
    share.catch(() => counted.delete(site));
    return share;
  };
}
