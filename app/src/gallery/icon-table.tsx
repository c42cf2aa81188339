import { Icon, Triangle } from '../ui/icons/icon.tsx';
import { type IconName, icons } from '../ui/icons/icons.ts';
import { Exhibit } from './exhibit.tsx';

const names = Object.keys(icons) as readonly IconName[];

export function Icons() {
  return (
    <Exhibit title="아이콘">
      <div className="gallery__icons">
        {names.map((name) => (
          <span key={name} className="gallery__icon">
            <Icon name={name} />
            {name}
          </span>
        ))}
      </div>
      <div className="gallery__line">
        <span className="figure--up">
          <Triangle direction="up" size={12} />
        </span>
        <span className="figure--down">
          <Triangle direction="down" size={12} />
        </span>
      </div>
    </Exhibit>
  );
}
