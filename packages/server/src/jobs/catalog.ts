import { z } from 'zod'

const listing = z.object({ list: z.string(), name: z.string() })
const listingsChanged = z.object({
  workspaceId: z.uuid(),
  address: z.string(),
  /** ISO 8601 of the check that found it. */
  checkedAt: z.string(),
  listed: z.array(listing),
  gone: z.array(listing),
})

const storedScan = z.object({ domainId: z.uuid(), scanId: z.uuid() })

/**
 * Work that one part of the program sends to one queue. A handler runs at least once, so each is written to do no harm
 * the second time.
 */
export const jobs = {
  /**
   * A scan run waits: a worker with room starts the run whose turn it is (`features/scans/scan-places.ts`). A periodic
   * task, not a retry, sends a run again whose worker died.
   */
  'scan.run': { payload: z.object({ runId: z.uuid() }), concurrency: 1, retries: 2, expireSeconds: 120 },
  /** Looks at the certificates of a domain. One that fails is not repeated: the next look comes a day later. */
  'certificates.look': {
    payload: z.object({ domainId: z.uuid(), workspaceId: z.uuid() }),
    concurrency: 4,
    retries: 0,
    expireSeconds: 120,
  },
  /** Keeps the findings of scans that are not kept yet, of domains after this one. */
  'findings.fill': {
    payload: z.object({ after: z.uuid().optional() }),
    concurrency: 1,
    retries: 2,
    expireSeconds: 600,
  },
  /** Something may be due in the outbox. */
  'outbox.deliver': { payload: z.object({}), concurrency: 1, retries: 0, expireSeconds: 300 },
  /** A message of alerts may be due. */
  'alerts.send': { payload: z.object({}), concurrency: 1, retries: 0, expireSeconds: 300 },
  /**
   * The queue of finished scans before events had subscribers. A process of an older version may still send to it; each
   * of its jobs is published as the event.
   */
  'scan.completed': { payload: storedScan, concurrency: 1, retries: 5, expireSeconds: 120 },
} as const satisfies Record<string, JobDefinition>

/**
 * Facts, published in the transaction that makes them true, and who subscribes to each. Every subscriber has a queue of
 * its own (`scan.completed/prune-documents`) and gets each event at least once. A subscriber added later gets the events
 * published from then on.
 */
export const events = {
  /** The entries of a watched address changed: lists that newly have it, and lists that no longer do. */
  'address.listings-changed': {
    payload: listingsChanged,
    subscribers: {
      'raise-alerts': { concurrency: 1, retries: 5, expireSeconds: 120 },
    },
  },
  /** A check of a domain's DNS found changes and stored them. */
  'dns.changed': {
    payload: z.object({ domainId: z.uuid(), changeIds: z.array(z.uuid()) }),
    subscribers: {
      'raise-alerts': { concurrency: 1, retries: 5, expireSeconds: 120 },
      'scan-again': { concurrency: 1, retries: 5, expireSeconds: 120 },
    },
  },
  /** A scan was stored. Whatever follows from a new scan starts here. */
  'scan.completed': {
    payload: storedScan,
    subscribers: {
      'prune-documents': { concurrency: 1, retries: 5, expireSeconds: 120 },
      'keep-findings': { concurrency: 1, retries: 5, expireSeconds: 120 },
      'raise-alerts': { concurrency: 1, retries: 5, expireSeconds: 120 },
    },
  },
} as const satisfies Record<string, EventDefinition>

interface QueueDefinition {
  /** How many run at once in one process. */
  concurrency: number
  retries: number
  /** A handler that takes longer is given up and the job sent again. */
  expireSeconds: number
}

interface JobDefinition extends QueueDefinition {
  payload: z.ZodType<object>
}

interface EventDefinition {
  payload: z.ZodType<object>
  subscribers: Record<string, QueueDefinition>
}

export type JobName = keyof typeof jobs
export type EventName = keyof typeof events
/** The queue of a subscriber: `event/subscriber`. */
export type SubscriberName = {
  [E in EventName]: `${E}/${keyof (typeof events)[E]['subscribers'] & string}`
}[EventName]
export type QueueName = JobName | SubscriberName

export type EventPayload<E extends EventName> = z.output<(typeof events)[E]['payload']>
export type PayloadOf<N extends QueueName> = N extends JobName
  ? z.output<(typeof jobs)[N]['payload']>
  : N extends `${infer E extends EventName}/${string}`
    ? EventPayload<E>
    : never

/** The queues of an event's subscribers. */
export function subscribersOf(event: EventName): SubscriberName[] {
  return Object.keys(events[event].subscribers).map(subscriber => `${event}/${subscriber}` as SubscriberName)
}

/** Every queue: one for each job, one for each subscriber. */
export const queues = Object.fromEntries([
  ...Object.entries(jobs),
  ...Object.entries(events).flatMap(([event, { payload, subscribers }]) =>
    Object.entries(subscribers).map(([subscriber, settings]) => [`${event}/${subscriber}`, { payload, ...settings }]),
  ),
]) as Record<QueueName, JobDefinition>

export const queueNames = Object.keys(queues) as QueueName[]
