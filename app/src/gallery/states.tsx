import { Skeleton, SkeletonRows } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { Exhibit } from './exhibit.tsx';

const nothing = () => {};

export function States() {
  const retry = { label: '다시 시도', onPress: nothing };
  return (
    <>
      <Exhibit title="뼈대" layout="bleed">
        <SkeletonRows count={3} spark />
        <SkeletonRows count={2} height={56} tile={false} />
      </Exhibit>
      <Skeleton height={120} radius={16} />
      <Exhibit title="상태" layout="pair">
        <div className="gallery__state">
          <StatePanel
            kind="empty"
            title="아직 거래가 없습니다"
            sentence="첫 주문을 하면 여기에 쌓입니다."
            action={{ label: '거래하러 가기', onPress: nothing }}
          />
        </div>
        <div className="gallery__state">
          <StatePanel
            kind="error"
            title="불러오지 못했습니다"
            sentence="잠시 후 다시 시도해 주세요."
            action={retry}
          />
        </div>
        <div className="gallery__state">
          <StatePanel
            kind="offline"
            title="오프라인 상태입니다"
            sentence="인터넷 연결을 확인해 주세요."
            action={{ ...retry, busy: true }}
          />
        </div>
        <div className="gallery__state">
          <StatePanel kind="maintenance" title="점검 중입니다" sentence="06:00에 다시 엽니다." />
        </div>
      </Exhibit>
    </>
  );
}
