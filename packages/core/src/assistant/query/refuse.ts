import { type Answer, asks, paragraph } from '../answer.ts'
import type { Context } from './context.ts'
import { worstOf } from './context.ts'

/**
 * The answer to what is not understood: that it cannot be answered, where it is done or read, and the nearest questions as
 * buttons. Nothing of the question is repeated.
 */
export function refusal(context: Context, nearest: readonly string[], where: string): Answer {
  return [
    ...paragraph(`I cannot answer this. ${where}`.trim()),
    ...asks('You can ask:', nearest.length > 0 ? nearest : usual(context)),
  ]
}

/** A question that names no domain, in a workspace with several: the three worst as buttons. */
export function whichDomain(context: Context, question: (name: string) => string): Answer {
  const names = worstOf(context.facts, 3).map(({ name }) => name)
  if (names.length === 0) return paragraph('You have no domain with a scan yet. Add one and scan it, then ask again.')
  return asks('Which domain do you mean?', names.map(question))
}

function usual({ own: [named] }: Context): readonly string[] {
  if (named !== undefined)
    return [`Is ${named.name} secure?`, `What should I fix first at ${named.name}?`, `What changed at ${named.name}?`]
  return ['What domains need attention?', 'What changed in the last 30 days?', 'Which domains have no DMARC?']
}

/** Where a thing is read or done that the question is about, by its words. */
export function whereToLook({ reading: { concepts, text } }: Context): string {
  const has = (...ids: readonly (typeof concepts extends ReadonlySet<infer C> ? C : never)[]) =>
    ids.some(id => concepts.has(id))
  if (
    !has('certificate', 'blacklist', 'dkim', 'spf', 'dmarc') &&
    has('plan', 'price', 'upgrade', 'renew', 'quota', 'cancel', 'trial')
  )
    return 'Plans, prices and payments are on the Account page.'
  if (has('alert', 'channel')) return 'Alerts and where they go are set up on the Alerts page.'
  if (has('member', 'invite', 'access', 'workspace')) return 'Members and invitations are on the Account page.'
  if (/ (?:password|login|log in|imap|pop3|outlook app|thunderbird|phone|mailbox) /.test(text))
    return 'Ask the provider of your mailbox.'
  if (has('changed', 'dropped', 'rose')) return 'The DNS history and the report of a domain show what changed.'
  if (has('deliver'))
    return 'Paste the header of a message into the Header Analyzer under Tools: it shows what happened to it.'
  if (has('blacklist', 'listname')) return 'The report of a domain lists what each blocklist says, under Blacklists.'
  if (has('spf', 'include', 'lookup'))
    return 'The SPF Record Builder under Tools shows and changes the record; the service names its include in its own instructions.'
  if (has('dkim', 'dmarc', 'mx', 'dnssec', 'caa', 'bimi', 'tls', 'certificate', 'mtasts', 'tlsrpt', 'dane', 'reverse'))
    return 'The report of a domain shows what its scan found.'
  return 'I answer questions about your scans, DNS and mail security, in English; for anything else, ask your provider or administrator.'
}
