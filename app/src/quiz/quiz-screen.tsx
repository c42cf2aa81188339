// What somebody should know before the first leveraged order (design 48c): a notice, then three questions. An answer is
// explained at once, a wrong one may be changed, and nothing runs out.
import { answerRiskQuiz, riskQuiz } from '@maru/contract/quiz/calls';
import { useState } from 'react';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { useHeaderTitle } from '../shell/layouts/header-title.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { useRouter } from '../shell/routing/router.tsx';
import { useWords } from '../text/language.tsx';
import { quizWords } from '../text/quiz.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import './quiz-screen.css';

/** A line does not break between a percent sign and the particle after it. */
const PERCENT_IN_WORD = /%(?=[가-힣])/g;
/** What a sum comes to. */
const RESULT = /= (\d[\d,]*(?:%|만 원| won)?)/;

interface Checked {
  readonly option: number;
  readonly isRight: boolean;
  readonly explanation: string;
}

export function QuizScreen() {
  const words = useWords(quizWords);
  const router = useRouter();
  useHeaderTitle(words.title);
  const quiz = useAnswer(riskQuiz, {});
  const leave = () => router.history.back();
  return (
    <main className="quiz">
      <PageHeader title={words.title} back={{ label: words.close, icon: 'close', onPress: leave }} />
      {quiz.state === 'failed' && (
        <LoadFailed title={words.failed} message={quiz.message} onRetry={quiz.reload} />
      )}
      {quiz.state === 'loading' && <Skeleton height={320} radius={16} />}
      {quiz.reply && <Steps quiz={quiz.reply} onDone={leave} />}
    </main>
  );
}

type Quiz = NonNullable<ReturnType<typeof useAnswer<typeof riskQuiz>>['reply']>;

function Steps({ quiz, onDone }: { readonly quiz: Quiz; readonly onDone: () => void }) {
  const words = useWords(quizWords);
  const { questions, lossShare } = quiz;
  const [step, setStep] = useState(0);
  const [checked, setChecked] = useState<ReadonlyMap<number, Checked>>(new Map());
  const question = questions[step - 1];
  return (
    <>
      <div
        className="quiz__bars"
        role="progressbar"
        aria-label={words.steps}
        aria-valuemin={1}
        aria-valuemax={questions.length + 1}
        aria-valuenow={step + 1}
      >
        {[0, ...questions.map(({ number }) => number)].map((each) => (
          <i
            key={each}
            className={
              each < step
                ? 'quiz__bar quiz__bar--done'
                : each === step
                  ? 'quiz__bar quiz__bar--now'
                  : 'quiz__bar'
            }
          />
        ))}
      </div>
      <dl className="quiz__facts">
        <div>
          <dt className="text-caption">{words.lossShare}</dt>
          <dd className={lossShare === null ? 'quiz__unknown' : 'figure'}>
            {lossShare === null ? words.lossUnknown : `${lossShare}%`}
          </dd>
        </div>
        <div>
          <dt className="text-caption">{words.margin}</dt>
          <dd className="figure">{words.marginShare}</dd>
        </div>
      </dl>
      {question === undefined ? (
        <Notice onNext={() => setStep(1)} />
      ) : (
        <Question
          key={question.number}
          question={question}
          count={questions.length}
          checked={checked}
          onChecked={(result) => setChecked((before) => new Map(before).set(question.number, result))}
          onNext={() => (step === questions.length ? onDone() : setStep(step + 1))}
        />
      )}
    </>
  );
}

function Notice({ onNext }: { readonly onNext: () => void }) {
  const words = useWords(quizWords);
  return (
    <>
      <h2 className="quiz__question">{words.noticeTitle}</h2>
      <ul className="quiz__notices">
        {words.notices.map((notice) => (
          <li key={notice}>
            <Icon name="warning" size={20} />
            <span>{notice}</span>
          </li>
        ))}
      </ul>
      <Foot>
        <Button onPress={onNext}>{words.noticeDone}</Button>
      </Foot>
    </>
  );
}

interface QuestionProps {
  readonly question: Quiz['questions'][number];
  readonly count: number;
  readonly checked: ReadonlyMap<number, Checked>;
  readonly onChecked: (result: Checked) => void;
  readonly onNext: () => void;
}

function Question({ question, count, checked, onChecked, onNext }: QuestionProps) {
  const words = useWords(quizWords);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(answerRiskQuiz);
  const { number, options } = question;
  const result = checked.get(number);
  const [chosen, setChosen] = useState<number | undefined>(result?.option);
  const isShown = result !== undefined && result.option === chosen;
  const isRight = isShown && result.isRight;
  const isLast = number === count;

  async function check(option: number) {
    // Those before it are sent along: with the last right one the quiz is passed.
    const before = [...checked]
      .filter(([each]) => each !== number)
      .map(([each, { option: given }]) => ({ number: each, option: given }));
    const outcome = await send({ body: { answers: [...before, { number, option }] } });
    if (outcome === undefined) return;
    if (!outcome.ok) {
      alerts.show(outcome.message);
      return;
    }
    const own = outcome.reply.answers.find((each) => each.number === number);
    if (own) onChecked({ option, isRight: own.isRight, explanation: own.explanation });
    if (outcome.reply.isPassed && isLast) toasts.show({ kind: 'general', title: words.passed });
  }

  return (
    <>
      <p className="quiz__number text-caption">{words.question(number, count)}</p>
      <h2 className="quiz__question">{question.question}</h2>
      <fieldset className="quiz__options">
        <legend className="unseen">{question.question}</legend>
        {options.map((text, index) => (
          <label
            key={text}
            className={chosen === index + 1 ? 'quiz__option quiz__option--chosen' : 'quiz__option'}
          >
            <input
              type="radio"
              className="unseen"
              name={`question-${number}`}
              checked={chosen === index + 1}
              disabled={isRight}
              onChange={() => setChosen(index + 1)}
            />
            <i aria-hidden="true">{chosen === index + 1 && <Icon name="check" size={14} weight={2.6} />}</i>
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <p className="quiz__explanation" role="status">
        {isShown && (
          <>
            <Icon name={isRight ? 'check' : 'info'} size={18} />
            <span>
              <strong>{isRight ? words.right : words.wrong}</strong> <Explanation text={result.explanation} />
            </span>
          </>
        )}
      </p>
      <Foot>
        {isRight ? (
          <Button onPress={onNext}>{isLast ? words.finish : words.next}</Button>
        ) : (
          <Button
            disabled={chosen === undefined || isShown}
            busy={busy}
            onPress={() => chosen !== undefined && void check(chosen)}
          >
            {words.check}
          </Button>
        )}
      </Foot>
    </>
  );
}

/** What a sum comes to stands out, and stays beside its equals sign. */
function Explanation({ text }: { readonly text: string }) {
  const [before, result, after] = text.replaceAll(PERCENT_IN_WORD, '%\u2060').split(RESULT);
  if (result === undefined) return before;
  return (
    <>
      {before}=&nbsp;<strong>{result}</strong>
      {after}
    </>
  );
}

function Foot({ children }: { readonly children: React.ReactNode }) {
  const words = useWords(quizWords);
  return (
    <div className="quiz__foot">
      <p className="text-caption">{words.counterparty}</p>
      {children}
    </div>
  );
}
