import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const service = process.env.SWITCHYARD_BASE_URL ?? 'http://localhost:8787';
const out = join(import.meta.dirname, 'dist');

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss(), compressed()],
  build: {
    outDir: out,
    emptyOutDir: true,
    chunkSizeWarningLimit: 800,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // Pages outside the console take the font by its name.
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.woff2') ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: {
    // The origin stays that of the page: the service takes changes from its own pages only.
    proxy: Object.fromEntries(
      ['/api', '/v1', '/sign-in', '/sign-up', '/reset', '/link', '/claim', '/account', '/docs', '/runs'].map(
        (path) => [path, { target: service, ws: true }],
      ),
    ),
  },
});

/** The service sends these as they are and compresses nothing itself. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:js|css|html|svg)$/.test(name)) continue;
        const bytes = readFileSync(join(out, name));
        writeFileSync(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(
          join(out, `${name}.br`),
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
        );
      }
    },
  };
}
