import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The sources of the built pages. */
const sources = [
  'packages/web/{src,public}/**/*',
  'packages/web/*.{ts,html,json}',
  'packages/{core,contract}/src/**/*.ts',
]

/** Whether the pages are missing or older than their sources. Never true without sources (an installed copy). */
export function pagesAreStale(folder = root): boolean {
  if (!existsSync(`${folder}/packages/web/index.html`)) return false
  const built = modified(`${folder}/packages/web/dist/index.html`)
  return globSync(sources, { cwd: folder }).some(path => modified(`${folder}/${path}`) > built)
}

/** Builds the pages with the current Node. Resolves with its success; the build prints its own output. */
export function buildPages(): Promise<boolean> {
  return new Promise(resolve => {
    const vite = `${root}/node_modules/vite/bin/vite.js`
    const words = [vite, 'build', 'packages/web', '--logLevel', 'warn']
    const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
