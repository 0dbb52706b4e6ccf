import { runCli } from './run.ts'

/** It is no error when the reader closes standard output (`| head`). */
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.stderr.on('error', () => {})
process.on('uncaughtException', error => {
  process.stderr.write(`waxseal: ${error.message}\n`)
  process.exit(1)
})

const plain = (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb'

process.exitCode = await runCli({
  args: process.argv.slice(2),
  input: process.stdin,
  write: text => new Promise(resolve => process.stdout.write(text, () => resolve())),
  complain: text => process.stderr.write(text),
  colour: process.stdout.isTTY && !plain,
  watched: process.stderr.isTTY && process.stdout.isTTY,
  now: () => new Date(),
  signal: new AbortController().signal,
})
