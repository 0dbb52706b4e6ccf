/**
 * `npm run dev`: the server, restarted when its sources change, and Vite's development server in front of it. Open the
 * address that Vite prints; it forwards `/api`. Ctrl-C, or the end of one, ends both.
 */
import { type ChildProcess, spawn } from 'node:child_process'

/** The address of Vite's pages: the origin that the browser sees, so the one that the server must trust. */
const pages = 'http://localhost:5173'

const server = ['--watch', '--watch-preserve-output', 'packages/server/src/cli/main.ts', 'serve', '--no-build']
const vite = ['node_modules/vite/bin/vite.js', 'packages/web', '--strictPort', '--clearScreen', 'false']

const children = [server, vite].map(words =>
  spawn(process.execPath, words, {
    cwd: `${import.meta.dirname}/..`,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PUBLIC_URL: pages, ...process.env, PORT: '3000' },
  }),
)

let ending = false
function end(code: number): void {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

const ended = (child: ChildProcess) => child.once('exit', code => end(code ?? 1)).once('error', () => end(1))
children.forEach(ended)
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => end(0))
