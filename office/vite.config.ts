import { fileURLToPath } from 'node:url';
import { contractWithoutSchemas } from '@maru/app/contract-without-schemas';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/office/',
  plugins: [react(), contractWithoutSchemas()],
  // The design of the app is the design of the office.
  resolve: { alias: { '@maru/app/ui': fileURLToPath(new URL('../app/src/ui', import.meta.url)) } },
  // sockjs-client, which the client falls back to, expects Node's name for the global object.
  define: { global: 'globalThis' },
  build: {
    // Beside the files of the app, so that the server reads one folder.
    outDir: '../app/dist/office',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The page allows no inline data, so nothing is inlined.
    assetsInlineLimit: 0,
  },
});
