import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { chatEnd } from './chat-history.ts'
import { forgetMessages } from './store.ts'

const hourMs = 3_600_000
const batch = 500

/** Deletes chat messages that are too old. */
export function periodicChatTasks({ store }: Pick<Deps, 'store'>): PeriodicTask[] {
  return [
    {
      name: 'forget chat messages',
      everyMs: hourMs,
      deletesByAge: true,
      run: async (now, stopping) => {
        while (!stopping.aborted) {
          if ((await forgetMessages(store.db, { until: chatEnd(now), limit: batch })) < batch) return
        }
      },
    },
  ]
}
