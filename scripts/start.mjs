// `npm start`: the app built if need be, then the server in this very process, so that a signal to it is a signal to us.
import { buildApp } from './build.mjs';

const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `this is Node ${process.version}, and Maru needs 24. On Linux x64 and arm64 \`npm start\` brings it along; ` +
      'elsewhere install Node 24 first.',
  );
  process.exit(1);
}

await buildApp();
await import('../server/src/main.mjs');
