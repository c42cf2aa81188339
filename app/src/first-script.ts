// The entry script of the page. React is imported in a task of its own, before the app: in one task a slow phone would
// not respond to touch for twice as long.
await import('react-dom/client');
await import('./main.tsx');

export {};
