import type { LayoutProps } from '../routing/route-frame.tsx';
import './frame.css';

/** Nothing but the screen, which has its own head and its own `main`. */
export const PlainLayout = ({ children }: LayoutProps) => <div className="frame">{children}</div>;
