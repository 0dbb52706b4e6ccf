import { isIssue } from '../../health/index.ts'
import { costLines, openCosts } from '../analyze-scan.ts'
import { type Answer, list, paragraph, published } from '../answer.ts'
import { explainFinding, fixOf } from '../explain-finding.ts'
import type { FindingFacts, ScanFacts } from '../facts.ts'
import { lostAnswer } from '../reply-everyday.ts'
import { onlyDecidedWords, openOf, recordMeaning, termState } from '../term-state.ts'
import { type TermId, terms } from '../terms.data.ts'
import { attributeOf } from './attribute-answer.ts'
import type { Context } from './context.ts'
import { termOf } from './term-of-question.ts'

/** "What does this domain's policy do for a name below it?" */
export function belowNote(below: string | null, { domain }: ScanFacts): Answer {
  return below === null ? [] : paragraph(`This is the scan of ${domain}, not of ${below}.`)
}

export function termStatus(scan: ScanFacts, context: Context): Answer {
  const term = termOf(context)
  if (term === null) return []
  const state = termState(term, scan)
  const open = openOf(state.findings)
  const decided = state.findings.filter(finding => !open.includes(finding))
  const isMissing = state.records.length === 0 && decided.some(({ id }) => /_missing$|_not_found_sure$/.test(id))
  return [
    ...belowNote(context.own[0]?.below ?? null, scan),
    ...paragraph(`${terms[term].title} of ${scan.domain}: ${state.verdict}`, 'strong'),
    ...state.records.slice(0, 4).flatMap(published),
    ...paragraph(recordMeaning(state)),
    ...paragraph(isMissing ? 'The scan found no record that receivers use.' : ''),
    ...open.slice(0, 3).flatMap(each => explainFinding(each, { score: scan.score, title: each.reason })),
    ...valuesOf(term, scan),
  ]
}

const valueOfTerm: Readonly<Partial<Record<TermId, string>>> = {
  dkim: 'dkim-keys',
  starttls: 'tls-version',
  certificate: 'certificate',
  dane: 'dane',
  'mta-sts': 'mta-sts',
  caa: 'caa',
  bimi: 'bimi',
}

function valuesOf(term: TermId, scan: ScanFacts): Answer {
  const id = valueOfTerm[term]
  if (id === undefined) return []
  const { read, say, name } = attributeOf(id)
  const value = read(scan)
  if (!value.known || value.value === null) return []
  const items = Array.isArray(value.value) ? value.value.map(String) : [say?.(value.value) ?? String(value.value)]
  return [...paragraph(`The ${name}:`), ...list(items.slice(0, 10))]
}

export function costsAnswer(scan: ScanFacts): Answer {
  const { changes } = scan
  const [first] = openCosts(scan)
  const dropped = changes !== null && (changes.score_before ?? 0) > (changes.score_after ?? 0)
  return [
    ...lostAnswer(scan),
    ...paragraph(
      dropped && changes.added.length > 0
        ? `Since the scan before it fell from ${changes.score_before} to ${changes.score_after}. New: ${changes.added.map(({ reason }) => reason).join('; ')}.`
        : '',
    ),
    ...(first === undefined ? [] : paragraph(first.meaning)),
    ...(costLines(scan).length === 0 ? recommendations(scan) : []),
  ]
}

/** What costs no points and can wait. */
export function recommendations(scan: ScanFacts): Answer {
  const notes = scan.findings.filter(finding => !isIssue(finding) && finding.decision === undefined)
  if (notes.length === 0) return []
  return [
    ...paragraph('These recommendations cost no points and can wait:'),
    ...list(notes.slice(0, 10).map(({ reason }) => reason)),
  ]
}

export function findingsAnswer(scan: ScanFacts, findings: readonly FindingFacts[], none = ''): Answer {
  if (findings.length === 0)
    return paragraph(none === '' ? `The scan of ${scan.domain} has no finding about this.` : none)
  const open = openOf(findings)
  if (open.length === 0) return paragraph(`${scan.domain}: ${onlyDecidedWords}`)
  return open.slice(0, 3).flatMap(each => explainFinding(each, { score: scan.score, title: each.reason }))
}

/**
 * Who can send in the name of the domain, and what happens to that mail. It says neither yes nor no, because people ask
 * whether a domain is at risk and whether it is protected.
 */
export function riskAnswer(scan: ScanFacts): Answer {
  const { domain, details } = scan
  const { dmarc, spf } = details
  const open = dmarc === null ? null : dmarc.policy === null || dmarc.policy === 'none'
  const everyone = spf?.ending === '+'
  const first =
    open === null
      ? `It is not known whether receivers stop spoofed mail from ${domain}: its DMARC record could not be read.`
      : everyone
        ? `${domain} is at risk of spoofing: its SPF record ends in +all, so every server in the world passes SPF as ${domain}, and anyone can send phishing in its name.`
        : open
          ? `${domain} is at risk of spoofing: ${dmarc?.policy === 'none' ? 'its DMARC policy is none, so receivers deliver' : 'without a DMARC policy receivers deliver'} spoofed mail that shows ${domain} as its sender.`
          : `${domain} is protected from most spoofing: its DMARC policy is ${dmarc?.policy}, so receivers that check DMARC ${dmarc?.policy === 'reject' ? 'refuse' : 'put into spam'} mail that someone forges with exactly this domain.`
  const costly = scan.findings.filter(
    ({ points, severity, decision }) => decision === undefined && (points < 0 || severity === 'critical'),
  )
  return [
    ...paragraph(first, 'strong'),
    ...(costly.length === 0
      ? paragraph(scan.findings.some(({ points }) => points < 0) ? '' : 'No finding of its scan costs points.')
      : [
          ...paragraph('What its findings mean:'),
          ...list(costly.slice(0, 6).map(({ reason, meaning }) => ({ lead: `${reason}.`, text: meaning }))),
        ]),
    ...subdomainRisk(scan),
    ...paragraph('Names that only look like yours are other domains: no record of yours can stop those.', 'quiet'),
  ]
}

function subdomainRisk({ domain, details: { dmarc } }: ScanFacts): Answer {
  if (dmarc === null || dmarc.policy === null || dmarc.sp === null || dmarc.sp === dmarc.policy) return []
  return paragraph(`For subdomains of ${domain} the policy is ${dmarc.sp} (sp=${dmarc.sp}).`)
}

/** What a stricter policy can break. */
export function breaksAnswer(): Answer {
  return [
    ...paragraph('With p=quarantine or p=reject these lose mail:', 'strong'),
    ...list([
      {
        lead: 'Own services without alignment:',
        text: 'a service that neither signs with DKIM for your domain nor uses a return path of it fails DMARC. The reports name its servers.',
      },
      {
        lead: 'Forwarded mail:',
        text: 'SPF fails at the forwarder; mail with a DKIM signature of your domain still passes.',
      },
      {
        lead: 'Mailing lists:',
        text: 'lists that change the subject or add a footer break the signature. Many rewrite From for domains with an enforced policy.',
      },
    ]),
    ...paragraph('So read the reports for some weeks first, and take p=quarantine before p=reject.'),
  ]
}

/** What receivers ask for before they show a logo. */
export function bimiNeeds(scan: ScanFacts, { reading }: Context): Answer {
  if (!reading.concepts.has('bimi')) return []
  const { dmarc } = scan.details
  const isEnforced = dmarc !== null && dmarc.policy !== null && dmarc.policy !== 'none' && !dmarc.isTesting
  const notes = openOf(scan.findings).filter(({ id }) => id.startsWith('bimi_'))
  return [
    ...paragraph(
      isEnforced
        ? `${scan.domain} has an enforced DMARC policy (p=${dmarc.policy}), which BIMI needs.`
        : `BIMI needs an enforced DMARC policy (quarantine or reject for all mail). ${scan.domain} has p=${dmarc?.policy ?? 'none or no record'}${dmarc?.isTesting === true ? ' in test mode' : ''}, so receivers show no logo.`,
      'strong',
    ),
    ...paragraph(
      'Gmail and Apple also ask for a mark certificate (VMC or CMC) that confirms the logo, and for the logo as an SVG file.',
    ),
    ...notes.slice(0, 2).flatMap(each => fixOf(each)),
  ]
}
