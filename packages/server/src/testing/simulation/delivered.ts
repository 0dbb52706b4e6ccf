import { createHmac } from 'node:crypto'
import { type AlertMessage, renderSlack, renderTeams } from '@waxseal/core/alert'
import { ne } from 'drizzle-orm'
import { alert, alertNotice, dnsChange, outbox } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'
import type { Accepted } from './lying-receivers.ts'

/** What came of the alerts of a simulation. */
export interface Delivered {
  /** Changes that raise an alert, and the messages that carried them. */
  alerts: number
  messages: number
  /** Messages that a receiver got again. */
  duplicates: number
  /** What is wrong with it, as sentences. */
  wrong: readonly string[]
}

/**
 * Compares what the receivers accepted with the recorded changes: one alert for each change that is no mere information,
 * delivered by every channel, in messages that came once and once more for each time their answer was lost or a process died.
 *
 * @param options.windows the ids of messages whose process died between the answer and its commit
 * @param options.lost how many answers were lost on their way
 */
export async function whatWasDelivered(
  { db }: Store,
  options: { accepted: readonly Accepted[]; windows: readonly string[]; lost: number; secret: string },
): Promise<Delivered> {
  const { accepted, windows, lost, secret } = options
  const wrong: string[] = []
  const changes = await db.select().from(dnsChange).where(ne(dnsChange.severity, 'info'))
  const alerts = await db.select().from(alert)
  const wanted = changes.map(keyOf).toSorted()
  const raised = alerts.map(keyOf).toSorted()
  for (const key of wanted.filter(key => !raised.includes(key))) wrong.push(`no alert: ${key}`)
  for (const [at, key] of raised.entries()) {
    if (!wanted.includes(key) || raised[at - 1] === key) wrong.push(`an alert too many: ${key}`)
  }
  const notices = await db.select().from(alertNotice)
  const messages = await db.select().from(outbox)
  let duplicates = 0
  let known = 0
  for (const { id, kind, payload, state } of messages) {
    const isCopy = copiesOf(kind, id, payload as AlertMessage)
    const copies = accepted.filter(each => each.channel === kind && isCopy(each)).length
    known += copies
    duplicates += Math.max(0, copies - 1)
    if (state !== 'sent' || copies === 0) wrong.push(`${kind} ${id} is ${state} and came ${copies} times`)
    const deaths = windows.filter(each => each === id).length
    if (kind === 'email' && copies - 1 !== deaths) wrong.push(`${copies} copies of ${kind} ${id}, ${deaths} deaths`)
    if (copies - 1 < deaths) wrong.push(`${kind} ${id} did not come again after a death`)
  }
  if (known !== accepted.length) wrong.push(`${accepted.length - known} messages under an unknown delivery id`)
  if (duplicates !== windows.length + lost)
    wrong.push(`${duplicates} duplicates, ${windows.length} deaths, ${lost} lost`)
  for (const { id, description } of alerts) {
    const ways = notices.filter(({ alertId, outboxId }) => alertId === id && outboxId !== null)
    const delivered = ways.filter(({ outboxId, channel }) => {
      const message = messages.find(row => row.id === outboxId)
      return (
        message?.kind === channel &&
        (message.payload as AlertMessage).alerts.some(each => each.description === description)
      )
    })
    if (delivered.length !== 4) wrong.push(`delivered by ${delivered.length} of 4 channels: ${description}`)
  }
  for (const { headers, body } of accepted.filter(({ channel }) => channel === 'webhook')) {
    const signed = createHmac('sha256', secret)
      .update(`${String(headers['waxseal-timestamp'])}.${body}`)
      .digest('hex')
    if (headers['waxseal-signature'] !== `v1=${signed}`) wrong.push(`a wrong signature: ${body.slice(0, 80)}`)
  }
  return { alerts: alerts.length, messages: messages.length, duplicates, wrong }
}

function keyOf(row: { domainId: string | null; description: string }): string {
  return `${row.domainId} ${row.description}`
}

/** How a message is recognized: Slack and Teams get no id, but the same text again. */
function copiesOf(kind: string, id: string, message: AlertMessage): (accepted: Accepted) => boolean {
  const text = kind === 'slack' ? JSON.stringify(renderSlack(message)) : JSON.stringify(renderTeams(message))
  if (kind === 'webhook') return ({ headers }) => headers['waxseal-delivery'] === id
  if (kind === 'email') return ({ body }) => body.includes(`Message-ID: <${id}@`)
  return ({ body }) => body === text
}
