import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ChannelKind } from '@waxseal/core/alert'
import { SMTPServer } from 'smtp-server'
import { smtpTransport } from '../../adapters/mail/smtp.ts'
import type { MailTransport, Notifier } from '../../ports.ts'
import { type Answer, openReceiver, type Received, webhooks } from '../receiver.ts'
import { dice } from './dice.ts'

/** A message that a receiver accepted, even if its answer was lost. */
export interface Accepted {
  channel: ChannelKind
  headers: Received['headers']
  /** The body of a post, or the mail as it came. */
  body: string
}

/** Slack, Teams, a webhook and a mail server on the loopback that sometimes fail. */
export interface LyingReceivers {
  mail: MailTransport
  notifier: Notifier
  accepted: readonly Accepted[]
  /** Requests that were not accepted. */
  refused(): number
  /** Accepted ones whose answer was lost on its way: they come again. */
  lost(): number
  /** From now on all are well. */
  recover(): void
  close(): Promise<void>
}

const downMs = 2 * 3_600_000
const channelOf = new Map(
  (['slack', 'teams', 'webhook'] as const).map(kind => [new URL(webhooks[kind]).hostname, kind] as const),
)

/** Of all requests a tenth get 500, 429, or no or half an answer each; of all times of two hours each is down in a fifth. */
export async function openLyingReceivers(seed: number, now: () => Date): Promise<LyingReceivers> {
  const chance = dice(seed)
  const accepted: Accepted[] = []
  let [refused, lost, isHonest] = [0, 0, false]
  const isDown = (channel: ChannelKind): boolean => {
    const block = Math.floor(now().getTime() / downMs)
    // One throw for a block of time and a channel.
    return !isHonest && dice(seed)(`down ${channel} ${block}`) < 0.2
  }
  const fate = (channel: ChannelKind): Answer | undefined => {
    const thrown = isHonest ? 1 : chance(channel)
    if (isDown(channel)) return { status: 503 }
    if (thrown < 0.1) return { status: 500 }
    if (thrown < 0.2) return { status: 429, headers: { 'retry-after': '900' } }
    if (thrown < 0.3) return { status: 503, breaks: 'before' }
    return thrown < 0.4 ? { status: 200, breaks: 'within' } : undefined
  }
  const receiver = await openReceiver()
  receiver.answer = ({ host, headers, body }) => {
    const channel = channelOf.get(host)
    if (channel === undefined) throw new Error(`no receiver has the name ${host}`)
    const answer = fate(channel)
    if (answer !== undefined && answer.status !== 200) refused++
    else accepted.push({ channel, headers, body })
    if (answer?.breaks === 'within') lost++
    return answer
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      const isRefused = isDown('email') || (!isHonest && chance('email') < 0.2)
      if (isRefused) refused++
      done(isRefused ? Object.assign(new Error('try later'), { responseCode: 451 }) : null)
    },
    onData(stream, _session, done) {
      let body = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (body += chunk))
      stream.on('end', () => {
        accepted.push({ channel: 'email', headers: {}, body })
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const mail = smtpTransport({ url, from: 'Waxseal <waxseal@example.org>' })
  return {
    mail,
    notifier: receiver.notifier,
    accepted,
    refused: () => refused,
    lost: () => lost,
    recover() {
      isHonest = true
    },
    async close() {
      mail.close()
      const closed = once(server.server, 'close')
      server.close()
      await closed
      await receiver.close()
    },
  }
}
