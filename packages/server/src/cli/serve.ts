import type { Env } from '../env.ts'
import { start } from '../main.ts'
import { listenForOperator } from './control.ts'
import { openLog } from './log.ts'
import { backup, operate } from './operate.ts'
import { setupLines } from './setup-lines.ts'
import { stopSignal } from './stop-signal.ts'
import { buildPages, pagesAreStale } from './web-build.ts'
import { whyNot } from './why-not.ts'

/**
 * `waxseal serve`: runs until a signal stops it. Resolves with the exit code.
 *
 * @param options.build builds missing or outdated pages first
 */
export async function serve(env: Env, options: { build: boolean }): Promise<number> {
  if (options.build && env.role !== 'worker' && pagesAreStale()) {
    console.log('Building the web application. This takes a few seconds …')
    if (!(await buildPages())) {
      console.error('The web application could not be built. See the reason above.')
      return 1
    }
  }
  const log = openLog(env)
  const running = await start(env, log).catch((error: unknown) => {
    console.error(whyNot(error, env))
    return null
  })
  if (running === null) return 1
  const operator = await listenForOperator(env.dataDir, log, {
    execute: request => operate(running.deps, request),
    backup: (options, to) => backup(running.deps, options, to),
  })
  console.log(env.role === 'worker' ? 'Waxseal worker is running' : `Waxseal is running at ${env.publicUrl}`)
  for (const line of setupLines(env)) console.log(line)

  const failed = new Promise<number>(resolve => {
    process.once('uncaughtException', error => {
      log.fatal({ err: error }, 'an unexpected error ends this process')
      resolve(1)
    })
  })
  const signal = stopSignal()
  const stopped = new Promise<number>(resolve => signal.addEventListener('abort', () => resolve(0), { once: true }))
  const code = await Promise.race([stopped, failed])
  // After an uncaught error the state is unreliable; the next process resumes running work.
  if (code !== 0) return code
  console.log('Stopping …')
  await operator.close()
  await running.stop()
  return 0
}
