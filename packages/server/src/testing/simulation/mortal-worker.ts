import type { ChannelKind } from '@waxseal/core/alert'
import { and, eq, inArray } from 'drizzle-orm'
import { outbox } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { alertDeliverers } from '../../features/alerts/deliver.ts'
import { sendDue } from '../../features/alerts/digest.ts'
import type { Deliverer, OutboxPayloads } from '../../jobs/deliverers.ts'
import { deliverDue } from '../../jobs/outbox.ts'

/** Of the messages that a receiver took, so many are the last thing that the process does. */
const deadly = 0.15

/** Sends what is due, as a process that sometimes dies between a receiver's answer and its own commit. */
export function mortalWorker(deps: Deps, chance: (question: string) => number) {
  /** The ids of the messages of each death. */
  const windows: string[] = []

  const work = async (isMortal: boolean): Promise<void> => {
    await sendDue(deps)
    const life = { isOver: false }
    const { promise: death, resolve: die } = Promise.withResolvers<void>()
    const handedOver: string[] = []
    const mortal = <K extends ChannelKind>(kind: K, real: Deliverer<OutboxPayloads[K]>) => ({
      ...real,
      async deliver(...of: Parameters<NonNullable<typeof real.deliver>>) {
        if (life.isOver) await never
        await real.deliver?.(...of)
        if (life.isOver || (isMortal && chance(`death ${kind}`) < deadly)) {
          windows.push(of[1].id)
          life.isOver = true
          die()
          await never
        }
        handedOver.push(of[1].id)
      },
    })
    const { email, slack, teams, webhook } = alertDeliverers(deps)
    const deliverers = {
      email: mortal('email', email),
      slack: mortal('slack', slack),
      teams: mortal('teams', teams),
      webhook: mortal('webhook', webhook),
    }
    await Promise.race([deliverDue(deps, deliverers), death])
    // What it had committed before it died is committed.
    while (life.isOver && (await waiting(handedOver)) > 0);
  }

  const waiting = async (ids: readonly string[]): Promise<number> => {
    if (ids.length === 0) return 0
    const { db } = deps.store
    return db.$count(outbox, and(eq(outbox.state, 'waiting'), inArray(outbox.id, [...ids])))
  }
  return { work, windows }
}

/** What a process does that is dead. */
const never = new Promise<never>(() => {})
