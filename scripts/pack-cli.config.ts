import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Vite's settings for `pack-cli.ts`: everything except Node's own modules goes into one file. */
export default {
  root,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: join(root, 'packages/scanner/src/cli/main.ts'),
    outDir: join(root, 'dist'),
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'waxseal.mjs', banner: '#!/usr/bin/env node' } },
  },
}
