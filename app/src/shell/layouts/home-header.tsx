import { useText } from '../../text/language.tsx';
import { BrandMark } from '../../ui/icons/brand-mark.tsx';
import './home-header.css';
import { MemberButtons } from './member-buttons.tsx';

/** The brand, and the buttons of the member. */
export const HomeHeader = () => (
  <header className="home-header">
    {/* Not the page's heading: the screen has its own. */}
    <div className="home-header__brand">
      <BrandMark size={26} />
      {useText().shell.brand}
    </div>
    <MemberButtons />
  </header>
);
