import { type Answer, list, paragraph } from '../answer.ts'
import type { PastedHeader } from '../reading/pasted-header.ts'
import { type Context, ownIn, scanOf } from './context.ts'

/** The domain of the user that a pasted header says the message is from; null: it is none of theirs. */
export function ownOfHeader({ fromDomain }: PastedHeader, { facts }: Pick<Context, 'facts'>): string | null {
  return fromDomain === null ? null : (ownIn([fromDomain], facts.domains).own[0]?.name ?? null)
}

type Alignment = 'same' | 'below' | 'other'

/** What a pasted piece of a header says about its message, with the policy of the user's domain in it. */
export function headerAnswer(header: PastedHeader, context: Context): Answer {
  const own = ownOfHeader(header, context)
  const { fromDomain } = header
  return [
    ...paragraph(verdictOf(header), 'strong'),
    ...list(reasonsOf(header)),
    ...paragraph(causeOf(header)),
    ...(own === null
      ? paragraph(
          fromDomain === null
            ? 'The part that you pasted has no From, so I cannot say whose message it is.'
            : `${fromDomain} is not among your domains.`,
        )
      : policyOf(own, context)),
    ...paragraph(
      'Only the results that your own mail provider added prove anything; a sender can write such lines, too. Paste the whole header into the Header Analyzer under Tools to have every line checked.',
      'quiet',
    ),
  ]
}

function verdictOf({ dmarc, fromDomain }: PastedHeader): string {
  const from = fromDomain ?? 'the domain in From'
  if (dmarc === 'pass') return `DMARC passed: the receiver confirmed that the message is from ${from}.`
  if (dmarc === 'fail') return `DMARC failed: nothing that passed is aligned with ${from}.`
  return `The header does not say that ${from} was confirmed: it has no DMARC result of pass or fail.`
}

function reasonsOf(header: PastedHeader): readonly { lead: string; text: string }[] {
  const { spf, dkim, spfDomain, dkimDomains, isBodyChanged } = header
  const signers = dkimDomains.length === 0 ? '' : ` for ${dkimDomains.join(', ')}`
  const dkimEnd = isBodyChanged
    ? ' The content was changed after it was signed, as mailing lists and filters do.'
    : dkim === 'pass'
      ? alignedWords(dkimDomains, header)
      : dkim === 'none'
        ? ' The message has no signature.'
        : ''
  return [
    ...(spf === null
      ? []
      : [
          {
            lead: 'SPF:',
            text: `${spf}${spfDomain === null ? '' : ` for ${spfDomain}, the domain of the return path`}.${spf === 'pass' && spfDomain !== null ? alignedWords([spfDomain], header) : ''}`,
          },
        ]),
    ...(dkim === null ? [] : [{ lead: 'DKIM:', text: `${dkim}${signers}.${dkimEnd}` }]),
  ]
}

function alignedWords(domains: readonly string[], { fromDomain }: PastedHeader): string {
  if (fromDomain === null || domains.length === 0) return ''
  return domains.some(domain => alignmentOf(domain, fromDomain) !== 'other')
    ? ` That is aligned with ${fromDomain}.`
    : ` That is not aligned with ${fromDomain}: it is another domain.`
}

function alignmentOf(domain: string, from: string): Alignment {
  if (domain === from) return 'same'
  return domain.endsWith(`.${from}`) || from.endsWith(`.${domain}`) ? 'below' : 'other'
}

/** What is the likely cause, as far as such lines tell. */
function causeOf({ spf, dkim, dmarc, spfDomain, dkimDomains, fromDomain, isBodyChanged }: PastedHeader): string {
  if (dmarc !== 'fail') return ''
  const passed = [...(spf === 'pass' && spfDomain !== null ? [spfDomain] : []), ...(dkim === 'pass' ? dkimDomains : [])]
  const from = fromDomain ?? 'the domain in From'
  if (passed.some(domain => fromDomain === null || alignmentOf(domain, fromDomain) === 'other'))
    return `So a service sent it with domains of its own. If it is a service of yours, turn on DKIM signing with ${from} there (domain authentication), or a return path below ${from}. If not, someone used the name of ${from}.`
  if (isBodyChanged)
    return 'So it can be a real message that a mailing list or a filter changed in transit, or a spoofed one: these lines do not tell which.'
  return `So nothing proves that ${from} sent it: treat it as a spoof unless you know the sending server. A forgotten service of your own looks the same: it is neither in the SPF record nor does it sign.`
}

function policyOf(own: string, { facts }: Context): Answer {
  const scan = scanOf(facts, own)
  const policy = scan?.details.dmarc?.policy ?? null
  if (scan === null) return []
  return paragraph(
    policy === null
      ? `${own} has no DMARC policy in its last scan, so receivers deliver such mail.`
      : `The DMARC policy of ${own} is ${policy}: receivers ${policy === 'none' ? 'deliver' : policy === 'reject' ? 'refuse' : 'put into spam'} mail that fails DMARC.`,
  )
}
