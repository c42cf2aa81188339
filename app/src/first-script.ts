// What the page asks for. React begins in a task of its own, before the app: in one task a slow phone could not be
// touched for twice as long.
await import('react-dom/client');
await import('./main.tsx');

export {};
