import path from 'node:path';
import { defineConfig } from 'vite';

/**
 * Builds the page into `dist`, from where the server takes it. `npx vite sample-app/web` serves it while one works on
 * it.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  resolve: {
    // The client as an application imports it, without a build of the package before.
    alias: { 'nestjs-filterable/client': path.resolve(import.meta.dirname, '../../lib/client/index.ts') },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The policy of the page allows no inline files.
    assetsInlineLimit: 0,
    // `use client` of the packages means nothing to a page without a server side.
    rolldownOptions: { checks: { moduleLevelDirective: false, bundlerTimings: false } },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
