import { Skeleton, SkeletonRows } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { Exhibit } from './exhibit.tsx';
import { useWords } from './words.ts';

const nothing = () => {};

export function States() {
  const { states, sections } = useWords();
  const retry = { label: states.retry, onPress: nothing };
  return (
    <>
      <Exhibit title={sections.skeletons} layout="bleed">
        <SkeletonRows count={3} spark />
        <SkeletonRows count={2} height={56} tile={false} />
      </Exhibit>
      <Skeleton height={120} radius={16} />
      <Exhibit title={sections.states} layout="pair">
        <div className="gallery__state">
          <StatePanel
            kind="empty"
            title={states.empty}
            sentence={states.emptyLine}
            action={{ label: states.toTrade, onPress: nothing }}
          />
        </div>
        <div className="gallery__state">
          <StatePanel kind="error" title={states.error} sentence={states.errorLine} action={retry} />
        </div>
        <div className="gallery__state">
          <StatePanel
            kind="offline"
            title={states.offline}
            sentence={states.offlineLine}
            action={{ ...retry, busy: true }}
          />
        </div>
        <div className="gallery__state">
          <StatePanel kind="maintenance" title={states.maintenance} sentence={states.maintenanceLine} />
        </div>
      </Exhibit>
    </>
  );
}
