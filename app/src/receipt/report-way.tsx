// One change that would have avoided a forced close (design 31c).
import type { ReactNode } from 'react';
import { Icon } from '../ui/icons/icon.tsx';
import type { IconName } from '../ui/icons/icons.ts';
import { Tile } from '../ui/rows/tile.tsx';
import './report-way.css';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  readonly line: string;
  readonly value: ReactNode;
}

export const ReportWay = ({ icon, title, line, value }: Props) => (
  <div className="report-way">
    <Tile>
      <Icon name={icon} size={20} weight={2} />
    </Tile>
    <span className="text-stack">
      <b className="text-strong figure">{title}</b>
      <small className="text-micro">{line}</small>
    </span>
    <b className="report-way__value text-strong figure">{value}</b>
  </div>
);
