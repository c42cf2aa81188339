import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // sockjs-client, our fallback, expects Node's name for the global object.
  define: { global: 'globalThis' },
  resolve: {
    // The app needs the path and the method of a call, never its schemas: the server checks what it gets.
    alias: { zod: fileURLToPath(new URL('src/schema-stand-in.ts', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The page allows no inline data, so nothing is inlined.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:3000',
      '/ws': { target: 'http://127.0.0.1:3000', ws: true },
    },
  },
});
