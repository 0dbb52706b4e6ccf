/**
 * `npm run pack:cli`: bundles scanner and core into one `dist/waxseal.mjs` that runs on any Node 24, then tests it in
 * an empty folder.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bundle = join(root, 'dist', 'waxseal.mjs')

execFileSync('vite', ['build', '--config', join(import.meta.dirname, 'pack-cli.config.ts')], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
chmodSync(bundle, 0o755)

const folder = mkdtempSync(join(tmpdir(), 'waxseal-pack-'))
try {
  cpSync(bundle, join(folder, 'waxseal.mjs'))
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['waxseal.mjs', ...args], { cwd: folder, encoding: 'utf8' }).trim()
  const normalized = JSON.parse(run('domain', 'normalize', 'https://bücher.example/', '--json')) as { ascii: string }
  if (normalized.ascii !== 'xn--bcher-kva.example') throw new Error(`the bundle answers ${normalized.ascii}`)
  console.log(`dist/waxseal.mjs: ${run('--version')}, ${Math.round(statSync(bundle).size / 1024)} KB`)
} finally {
  rmSync(folder, { recursive: true })
}
