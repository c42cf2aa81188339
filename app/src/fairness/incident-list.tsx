// What went wrong in ninety days, newest first.
import { formatClock, formatDay } from '@maru/client/format-date';
import type { WireIncident, WirePlatformStatus } from '@maru/contract/fairness/calls';
import { MINUTE_MS } from '@maru/engine/time';
import { fairnessWords } from '../text/fairness.ts';
import { useLanguage, useWords } from '../text/language.tsx';

type Written = WireIncident & Partial<WirePlatformStatus['incidents'][number]>;

/** With the hours of each, and when somebody last wrote about it, where the page is about nothing else. */
export function IncidentList({
  incidents,
  isDetailed = false,
}: {
  readonly incidents: readonly Written[];
  readonly isDetailed?: boolean;
}) {
  const words = useWords(fairnessWords);
  const { language } = useLanguage();
  const lasted = ({ startedMillis, endedMillis }: WireIncident) => {
    if (endedMillis === null) return words.lasting;
    const minutes = Math.max(1, Math.ceil((endedMillis - startedMillis) / MINUTE_MS));
    return minutes <= 120 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60), minutes % 60);
  };
  const at = (millis: number) => `${formatDay(millis, language)} ${formatClock(millis).slice(0, 5)}`;
  const hoursOf = ({ startedMillis, endedMillis, updatedMillis }: Written) =>
    [
      `${at(startedMillis)} – ${endedMillis === null ? '' : at(endedMillis)}`.trim(),
      updatedMillis === undefined ? [] : words.writtenAt(at(updatedMillis)),
    ]
      .flat()
      .join(' · ');
  return (
    <section className="fairness__block">
      <h2>{words.incidents}</h2>
      {incidents.length === 0 && <p className="fairness__note text-caption">{words.noIncidents}</p>}
      <ol className="fairness__incidents">
        {incidents.map((incident) => (
          <li key={incident.id}>
            <time className="figure">{formatDay(incident.startedMillis, language)}</time>
            <b>
              {words.kinds[incident.kind]} <span className="figure">{lasted(incident)}</span>
            </b>
            <p>
              {(language === 'en' && incident.textEn) ||
                incident.textKo ||
                (incident.isDetected ? words.detected : '')}
            </p>
            {isDetailed && <small className="figure">{hoursOf(incident)}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}
