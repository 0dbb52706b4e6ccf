import { refuseOthersFolder } from '../db/folder-owner.ts'
import type { Env } from '../env.ts'
import { start } from '../main.ts'
import { listenForOperator } from './control.ts'
import { openLog } from './log.ts'
import { setupLines } from './setup-lines.ts'
import { stopSignal } from './stop-signal.ts'
import { buildPages, pagesAreStale } from './web-build.ts'
import { whyNot } from './why-not.ts'

/**
 * `waxseal serve`: runs until it is told to stop. Resolves with the exit code.
 *
 * @param options.build build the pages first where they are missing or older than their sources
 */
export async function serve(env: Env, options: { build: boolean }): Promise<number> {
  // Before anything is built: pages built by another user are ones that the service cannot build again.
  if (env.databaseUrl === null) refuseOthersFolder(env.dataDir)
  if (options.build && env.role !== 'worker' && pagesAreStale()) {
    console.log('Building the web application, which takes a few seconds …')
    if (!(await buildPages())) {
      console.error('The web application could not be built. The reason is above.')
      return 1
    }
  }
  const log = openLog(env)
  const running = await start(env, log).catch((error: unknown) => {
    console.error(whyNot(error, env))
    return null
  })
  if (running === null) return 1
  const operator = await listenForOperator(running.deps)
  console.log(env.role === 'worker' ? 'Waxseal works on its jobs' : `Waxseal is running at ${env.publicUrl}`)
  for (const line of setupLines(env)) console.log(line)

  const failed = new Promise<number>(resolve => {
    process.once('uncaughtException', error => {
      log.fatal({ err: error }, 'a bug or a broken database ends this process')
      resolve(1)
    })
  })
  const signal = stopSignal()
  const told = new Promise<number>(resolve => signal.addEventListener('abort', () => resolve(0), { once: true }))
  const code = await Promise.race([told, failed])
  // After an uncaught error nothing can be relied upon; whatever was running is taken up again by the next process.
  if (code !== 0) return code
  console.log('Stopping …')
  await operator.close()
  await running.stop()
  return 0
}
