import { buildOf } from '../build.ts'
import { StoreUnusable } from '../db/unusable.ts'
import type { Env } from '../env.ts'
import { start } from '../main.ts'
import { listenForOperator } from './control.ts'
import { openLog } from './log.ts'
import { backup, operate } from './operate.ts'
import type { OperatorRequest } from './operator-messages.ts'
import { setupLines } from './setup-lines.ts'
import { statusOf } from './status.ts'
import { stopSignal } from './stop-signal.ts'
import { buildPages, pagesAreStale } from './web-build.ts'
import { whyNot } from './why-not.ts'

/** The exit codes of a start that failed. After EX_CONFIG a supervisor does not try again. */
const [failed, unusable] = [1, 78]

/** The commands that change nothing. The log names the others, without the email address they are about. */
const readers: ReadonlySet<OperatorRequest['command']> = new Set(['status', 'jobs', 'account.list'])

/**
 * `waxseal serve`: runs until a signal stops it. Resolves with the exit code.
 *
 * @param options.build builds missing or outdated pages first
 */
export async function serve(env: Env, options: { build: boolean }): Promise<number> {
  if (options.build && servesPages(env) && pagesAreStale()) {
    console.log('Building the web application. This takes a few seconds …')
    if (!(await buildPages())) {
      console.error('The web application could not be built. See the reason above.')
      return failed
    }
  }
  const log = openLog(env)
  const { host, port, role, databaseUrl, metrics } = env
  log.info(
    {
      ...buildOf(),
      role,
      store: databaseUrl === null ? 'embedded' : 'postgres',
      listen: servesPages(env) ? addressText(host, port) : null,
      metrics: metrics.port === null ? null : addressText(host, metrics.port),
    },
    'Waxseal starts',
  )
  // A log that programs read has no other lines.
  const say = (line: string) => (process.stdout.isTTY ? console.log(line) : log.info(line.trim()))
  const running = await start(env, log).catch((error: unknown) => {
    console.error(whyNot(error, env))
    return error instanceof StoreUnusable ? unusable : failed
  })
  if (typeof running === 'number') return running
  const operator = await listenForOperator(env.dataDir, log, {
    execute: request => {
      if (!readers.has(request.command)) log.info({ command: request.command }, 'an operator command')
      return request.command === 'status' ? statusOf(running.deps) : operate(running.deps, request)
    },
    backup: (options, to) => {
      log.info({ command: 'backup', ...options }, 'an operator command')
      return backup(running.deps, options, to)
    },
  })
  say(servesPages(env) ? `Waxseal is running at ${env.publicUrl}` : `Waxseal ${env.role} is running`)
  for (const line of setupLines(env)) say(line)

  const broken = new Promise<number>(resolve => {
    process.once('uncaughtException', error => {
      log.fatal({ err: error }, 'an unexpected error ends this process')
      resolve(failed)
    })
  })
  const signal = stopSignal()
  const stopped = new Promise<number>(resolve => signal.addEventListener('abort', () => resolve(0), { once: true }))
  const code = await Promise.race([stopped, broken])
  // After an uncaught error the state is unreliable; the next process resumes running work.
  if (code !== 0) return code
  say('Stopping …')
  await operator.close()
  await running.stop()
  return 0
}

const servesPages = ({ role }: Env): boolean => role === 'all' || role === 'web'

const addressText = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
