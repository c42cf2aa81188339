import { economicWords } from '../text/economic.ts';
import { useWords } from '../text/language.tsx';
import './importance-bars.css';

/** One, two or three bars: neither stars, which rate, nor red, which is a price. */
export function ImportanceBars({ importance }: { readonly importance: number }) {
  const words = useWords(economicWords);
  const known = importance === 3 || importance === 2 ? importance : 1;
  return (
    <span className="importance-bars" role="img" aria-label={words.importance[known]}>
      {[1, 2, 3].map((place) => (
        <span
          key={place}
          className={
            place <= importance ? 'importance-bars__bar importance-bars__bar--on' : 'importance-bars__bar'
          }
        />
      ))}
    </span>
  );
}
