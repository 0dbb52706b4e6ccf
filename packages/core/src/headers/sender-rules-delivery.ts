import { isAlignedPass } from './alignment.ts'
import { fieldNamed } from './field.ts'
import { type JudgedMessage, reverseNameOf } from './judged-message.ts'
import { isSubmission } from './message-origin.ts'
import { organizationOf, receivingHost } from './receiver.ts'
import type { SignatureField } from './result.ts'
import type { ClauseVerdict } from './sender-rules.ts'

type Judged = Record<'reverse_dns' | 'tls' | 'one_click_unsubscribe' | 'list_arc' | 'spam_rate', ClauseVerdict>

/** The clauses about the sending host, unsubscribing and lists. */
export function deliveryClauses(message: JudgedMessage): Judged {
  return {
    reverse_dns: reverseDns(message),
    tls: tls(message),
    one_click_unsubscribe: oneClick(message),
    list_arc: listArc(message),
    spam_rate: ['unknown', 'A header does not show how many people report the mail of its sender as spam.'],
  }
}

function reverseDns(message: JudgedMessage): ClauseVerdict {
  if (isSubmission(message.sendingHop))
    return [
      'not_applicable',
      'The client signed in to the host that took the message, so its reverse name is not judged.',
    ]
  const found = reverseNameOf(message)
  if (found === null) return ['unknown', 'The header does not show the reverse name of the sending address.']
  return found.state === 'valid'
    ? ['met', 'The receiving system reported a reverse name of the sending address.']
    : ['not_met', 'The receiving system reported no reverse name of the sending address that resolves back.']
}

function tls({ sendingHop }: JudgedMessage): ClauseVerdict {
  if (!sendingHop || sendingHop.encrypted === null)
    return ['unknown', 'The Received field of the receiving system does not show whether TLS was used.']
  return sendingHop.encrypted
    ? ['met', 'The receiving system reported that it accepted the message over TLS.']
    : ['not_met', 'The receiving system reported that it accepted the message without TLS.']
}

function oneClick(message: JudgedMessage): ClauseVerdict {
  const { header, signatures } = message.parsed
  if (message.bulkMarks.length === 0) return ['not_applicable', 'No field marks this message as bulk mail.']
  const link = fieldNamed(header, 'list-unsubscribe')
  const post = fieldNamed(header, 'list-unsubscribe-post')
  if (!link) return ['not_met', 'The message has no List-Unsubscribe field.']
  if (!/<\s?https:\/\/[^\s<>]/i.test(link.value.slice(0, 10_000)))
    return ['not_met', 'List-Unsubscribe has no https address.']
  if (!post) return ['not_met', 'The message has no List-Unsubscribe-Post field.']
  if (!/^List-Unsubscribe\s?=\s?One-Click$/i.test(post.value.trim()))
    return ['not_met', 'List-Unsubscribe-Post is not "List-Unsubscribe=One-Click".']
  const covering = signatures.filter(coversUnsubscribe)
  if (covering.length === 0) return ['not_met', 'No DKIM signature covers List-Unsubscribe and List-Unsubscribe-Post.']
  const { dkim } = message.parsed.authentication
  const passing = message.alignment.identities.filter(({ kind, result }) => kind === 'dkim' && result === 'pass')
  const domains = covering.map(({ domain }) => message.aLabels(domain ?? '').toLowerCase())
  if (passing.some(({ domain }) => domains.includes(domain)))
    return ['met', 'A DKIM signature that the receiving system reported as passing covers both unsubscribe fields.']
  return dkim === 'fail'
    ? ['not_met', 'The receiving system reported dkim=fail for the signature that covers the unsubscribe fields.']
    : ['unknown', 'The header does not show that the signature covering the unsubscribe fields passed.']
}

function coversUnsubscribe({ signed }: SignatureField): boolean {
  return signed.includes('list-unsubscribe') && signed.includes('list-unsubscribe-post')
}

function listArc(message: JudgedMessage): ClauseVerdict {
  const { alignment, organizationalDomain, parsed } = message
  if (!fieldNamed(parsed.header, 'list-id')) return ['not_applicable', 'The message has no List-Id field.']
  if (alignment.identities.some(isAlignedPass))
    return ['not_applicable', 'The domain of From authenticated the message, so no list changed it on its path.']
  const receiver = receivingHost(parsed.path, organizationalDomain)
  const own = receiver === null ? null : organizationOf(receiver, organizationalDomain)
  const others = parsed.arc.filter(({ domain, results }) => {
    const writer = domain ?? results?.authservId
    return own === null || !writer || organizationOf(writer, organizationalDomain) !== own
  })
  return others.length > 0
    ? ['met', 'The message has ARC fields.']
    : ['not_met', 'The message has a List-Id field and no ARC fields of a system before the receiver.']
}
