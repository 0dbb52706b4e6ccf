import { readFileSync } from 'node:fs'
import { canonicalTier, tiers } from '@waxseal/core/plan'
import { pino } from 'pino'
import { openOperatorDeps } from '../deps.ts'
import { type Env, EnvProblems, readEnv } from '../env.ts'
import { askServer } from './control.ts'
import { type OperatorReply, type OperatorRequest, operate } from './operate.ts'
import { serve } from './serve.ts'
import { setupLines } from './setup-lines.ts'
import { whyNot } from './why-not.ts'

/** Exit codes: a result; no result; wrong usage; invalid configuration (EX_CONFIG). */
const exit = { ok: 0, failed: 1, usage: 2, config: 78 } as const

const help = `Waxseal, the operator's commands

  waxseal serve [--no-build]              run the server; the pages are built first where they are missing or old
  waxseal config check                    say what would run
  waxseal account list                    every account with its plan
  waxseal account set-tier EMAIL TIER     put an account on ${tiers.join(', ')}
  waxseal account reset-password EMAIL    make a link that sets a new password and confirms the address

  --json prints JSON. The settings are environment variables; see docs/architecture.md, Configuration.
`

/** Runs one command of the operator. Text goes to `print` and `complain`, line by line. @returns the exit code */
export async function run(
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  const json = words.includes('--json')
  const command = words.filter(word => word !== '--json')
  if (command.length === 0 || command[0] === 'help' || command.some(word => word === '--help' || word === '-h')) {
    print(help.trimEnd())
    return command.length === 0 ? exit.usage : exit.ok
  }
  if (command[0] === '--version') {
    print(version())
    return exit.ok
  }
  const asked = understand(command)
  if (typeof asked === 'string') {
    complain(asked)
    return exit.usage
  }
  try {
    const env = readEnv(variables)
    if (asked.kind === 'serve') return await serve(env, { build: asked.build })
    if (asked.kind === 'check') {
      print(`Waxseal would run at ${env.publicUrl}`)
      for (const line of setupLines(env)) print(line)
      return exit.ok
    }
    const reply = (await askServer(env.dataDir, asked.request)) ?? (await operateHere(env, asked.request))
    if (!reply.ok) complain(reply.message)
    else if (json) print(JSON.stringify(reply.result))
    else reply.lines.forEach(print)
    return reply.ok ? exit.ok : exit.failed
  } catch (error) {
    if (error instanceof EnvProblems) {
      error.problems.forEach(complain)
      return exit.config
    }
    complain(error instanceof Error ? error.message : String(error))
    return exit.failed
  }
}

type Asked = { kind: 'serve'; build: boolean } | { kind: 'check' } | { kind: 'operate'; request: OperatorRequest }

/** The parsed command line, or a sentence about its problem. */
function understand(words: readonly string[]): Asked | string {
  const [first, second, ...rest] = words
  const name = second === undefined ? first : `${first} ${second}`
  const takes = (count: number, how: string) => (rest.length === count ? null : `Use: waxseal ${how}`)
  switch (name) {
    case 'serve':
      return { kind: 'serve', build: true }
    case 'serve --no-build':
      return { kind: 'serve', build: false }
    case 'config check':
      return takes(0, 'config check') ?? { kind: 'check' }
    case 'account list':
      return takes(0, 'account list') ?? { kind: 'operate', request: { command: 'account.list' } }
    case 'account set-tier': {
      const [email = '', given = ''] = rest
      const tier = canonicalTier(given)
      if (rest.length !== 2 || tier === null) return `Use: waxseal account set-tier EMAIL ${tiers.join('|')}`
      return { kind: 'operate', request: { command: 'account.set-tier', email, tier } }
    }
    case 'account reset-password': {
      const [email = ''] = rest
      const wrong = takes(1, 'account reset-password EMAIL')
      return wrong ?? { kind: 'operate', request: { command: 'account.reset-password', email } }
    }
    default:
      return `"${words.join(' ')}" is no command; waxseal help lists them.`
  }
}

/** No server runs on this data, so the command opens the store itself. */
async function operateHere(env: Env, request: OperatorRequest): Promise<OperatorReply> {
  const opened = await openOperatorDeps(env, pino({ level: 'silent' })).catch((error: unknown) => whyNot(error, env))
  if (typeof opened === 'string') return { ok: false, message: opened }
  try {
    return await operate(opened.deps, request)
  } finally {
    await opened.close()
  }
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}

if (import.meta.main) {
  const code = await run(
    process.argv.slice(2),
    process.env,
    line => console.log(line),
    line => console.error(line),
  )
  process.exit(code)
}
