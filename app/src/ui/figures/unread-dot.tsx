import './unread-dot.css';

/** Before the first line of what was not read; that it was not is said in words beside it. */
export const UnreadDot = () => <i className="unread-dot" aria-hidden="true" />;
