import type { Logger } from 'pino'

/** Something done again and again, at times that are told to it. It must not matter when two processes do it. */
export interface Chore {
  name: string
  everyMs: number
  run(now: Date): Promise<void>
}

/** Does each chore at once and then in its interval, never twice at a time. A chore that fails is logged and goes on. */
export function startChores(
  chores: readonly Chore[],
  { now, log }: { now: () => Date; log: Logger },
): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>()

  const start = (chore: Chore): void => {
    if (running.has(chore.name)) return
    const run = chore
      .run(now())
      .catch((cause: unknown) => log.error({ err: cause, chore: chore.name }, 'a chore failed'))
      .finally(() => running.delete(chore.name))
    running.set(chore.name, run)
  }

  const timers = chores.map(chore => {
    start(chore)
    return setInterval(start, chore.everyMs, chore).unref()
  })

  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
