interface Props {
  readonly label: string;
  /** What is used, 0 to 100. */
  readonly share: number;
  readonly size?: 6 | 8;
}

/** Filled from the left as more is used: amber from 80 %. */
export const UsedBar = ({ label, share, size = 6 }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn the same in every browser.
  <div
    className={`used-bar used-bar--${size}${share >= 80 ? ' used-bar--near' : ''}`}
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={share}
  >
    <span className="used-bar__fill" style={{ width: `${share}%` }} />
  </div>
);
