import type { FailureReason } from '../dns/index.ts'

/** One reply of an SMTP server (RFC 5321 section 4.2): its code and the text of each line, printable. */
export interface SmtpReply {
  code: number
  lines: readonly string[]
}

/** What a reply to RCPT with an external recipient says about relaying. */
export type RecipientVerdict =
  | { kind: 'accepted'; reason: string }
  | { kind: 'refused'; reason: string }
  /** The reply is about us, the recipient's domain or a temporary state, so it says nothing about relaying. */
  | { kind: 'undecided'; why: FailureReason; reason: string }

/** Lists of bad senders. They are matched before the word "relay", because the names of some contain it. */
const listed =
  /\b(?:black|block|deny|reject)[ -]?list|\blisted\b|\bd?rbl\b|dnsbl|spamhaus|spamcop|barracuda|sorbs|spamrats|uceprotect|reputation/i
const relayDenied =
  /relay|authenticat|\bauth\b|sign in|log ?in|not (?:a )?local|rcpthosts|not our (?:user|domain|customer)/i
const aboutUs =
  /client host|service (?:un|not )available|\bbanned\b|blocked|blocking|\bhelo\b|\behlo\b|reverse (?:dns|lookup|mapping)|\bptr\b|\brdns\b|sender (?:address )?(?:rejected|denied|verif|domain)|null sender|\b5\.1\.[78]\b|\bspf\b|dmarc|empty (?:envelope )?sender|bounce|too many|rate limit|try (?:again )?later|start ?tls|encrypt|your (?:ip|host|server|network)/i
/** Statuses of RFC 3463 and RFC 7505, and words, about the recipient's domain. */
const aboutDomain = /\b5\.1\.10\b|\b5\.7\.27\b|\b5\.4\.4\b|null ?mx|un-?route?able|accepts? no mail|not accept mail/i

/**
 * Classifies the reply to RCPT with an external recipient. Only a rejection that may be about the recipient counts as a
 * refusal to relay: a server that rejects our address, or defers us (4yz: greylisting), may still relay for others.
 */
export function recipientVerdict(reply: SmtpReply): RecipientVerdict {
  const said = saidBy(reply)
  const { code } = reply
  const text = reply.lines.join(' ')
  if (code >= 200 && code < 300) return { kind: 'accepted', reason: `It accepted the external recipient: ${said}` }
  if (code === 421) return undecided('servfail', `It closed the session: ${said}`)
  if (code >= 400 && code < 500)
    return undecided('servfail', `It deferred the recipient (possibly greylisting): ${said}`)
  if (code < 500 || code > 599) return undecided('malformed', `It sent an unexpected reply: ${said}`)
  if (listed.test(text)) return undecided('refused', `It blocks our IP address: ${said}`)
  if (relayDenied.test(text)) return { kind: 'refused', reason: `It refused to relay: ${said}` }
  if (code <= 504) return undecided('malformed', `It did not understand the command: ${said}`)
  if (code === 521 || aboutUs.test(text)) return undecided('refused', `It rejects all mail from us: ${said}`)
  if (code === 556 || aboutDomain.test(text))
    return undecided('refused', `It rejected the recipient because that domain accepts no mail: ${said}`)
  if (code === 530) return undecided('refused', `It requires STARTTLS or authentication first: ${said}`)
  if (code === 552) return undecided('servfail', `It has no storage left: ${said}`)
  return { kind: 'refused', reason: `It rejected the external recipient: ${said}` }
}

function undecided(why: FailureReason, reason: string): RecipientVerdict {
  return { kind: 'undecided', why, reason }
}

/** The part of a reply that fits in a sentence: its code and its first line. */
export function saidBy({ code, lines }: SmtpReply): string {
  const first = lines.find(line => line.trim() !== '')?.trim() ?? ''
  return `${code} ${first.length > 160 ? `${first.slice(0, 160)}…` : first}`.trim()
}
