/**
 * `npm run screens`: renders every screen and state of the manifest (e2e/screen-manifest.data.ts) into test-results/screens
 * and stores those of the documents in docs/screens. `npm run screens -- kept` renders only these.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { screenManifest } from '../e2e/screen-manifest.data.ts'

const from = join('test-results', 'screens')
const to = join('docs', 'screens')
const command = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', 'screens.spec.ts']
if (process.argv.includes('kept')) {
  const titles = screenManifest.flatMap(({ route, state, kept }) =>
    kept === undefined ? [] : [`${route}, ${state}: `],
  )
  command.push('--grep', titles.map(title => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'))
}
const env = { ...process.env, E2E_ALL: '1' }
const { status } = spawnSync('scripts/in-namespace', command, { stdio: 'inherit', env })
mkdirSync(to, { recursive: true })
for (const { scene, kept = [] } of screenManifest) {
  for (const form of kept) copyFileSync(join(from, `${scene}-${form}.png`), join(to, `${scene}-${form}.png`))
}
process.exitCode = status ?? 1
