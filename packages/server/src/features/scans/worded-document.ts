import { type Finding, subjectOfFinding } from '@waxseal/core/health'

/*
 * The third version of a stored document named findings and causes by sentences. This file knows these sentences as they
 * were then, and is not changed when words change.
 */

interface Piece {
  readonly [key: string]: unknown
}

interface WordedFinding extends Piece {
  id: string
  facts: Piece
}

interface WordedDeduction extends Piece {
  finding: string
  reason: string
}

/** A document of the third version, as far as its step to the fourth reads it. */
export interface WordedDocument extends Piece {
  sections: Piece
  remembered: Piece
  findings: readonly WordedFinding[]
  deductions: readonly WordedDeduction[]
}

/** Findings get their subject, deductions name a finding by id and subject, causes are codes with their facts. */
export function withoutSentences({ sections, remembered, findings, deductions, ...result }: WordedDocument): object {
  const identified = findings.map(finding => {
    const facts = factsOf(finding)
    return { ...finding, facts, subject: subjectOfFinding({ ...finding, facts } as Pick<Finding, 'id' | 'facts'>) }
  })
  return {
    ...result,
    sections: withTree(sections),
    remembered: withTree(remembered),
    findings: identified,
    deductions: deductions.map(({ reason, ...deduction }) => {
      const same = identified.filter(({ id }) => id === deduction.finding)
      const meant = same.length > 1 ? same.find(finding => reason.endsWith(`: ${lineOf(finding)}`)) : same[0]
      return { ...deduction, subject: meant?.subject ?? null }
    }),
  }
}

function text(fact: unknown): string {
  return typeof fact === 'string' ? fact : ''
}

/** What came behind the title in the line of a finding that cost points. */
function lineOf({ facts, subject }: WordedFinding & { subject: string | null }): string {
  return 'listId' in facts ? `${text(facts['subject'])} on ${text(facts['list'])}` : (subject ?? '')
}

function factsOf({ id, facts }: WordedFinding): Piece {
  const problem = text(facts['problem'])
  switch (id) {
    case 'spf_permerror':
      return permerrorFrom(problem)
    case 'bl_critical':
    case 'bl_high':
    case 'bl_medium':
    case 'bl_low':
      return { ...facts, listId: listIds[text(facts['list'])] ?? text(facts['list']) }
    case 'threat_listed':
      return { ...facts, verdict: text(facts['verdict']).replace(' ', '_') }
    case 'mta_sts_policy_invalid':
      return { url: facts['url'], fault: faultFrom(problem) }
    case 'caa_invalid':
      return { location: facts['location'], problem: caaProblemFrom(problem) }
    default:
      return facts
  }
}

const policyFaults: { readonly [problem: string]: string } = {
  'the policy has more than 1000 lines': 'lines',
  'the policy has no line version: STSv1': 'version',
  'the policy has no mode of enforce, testing or none': 'mode',
  'the policy has no max_age from 0 to 31557600 seconds': 'max_age',
  'the policy names no mx': 'no_mx',
  'the policy is longer than 64 KB': 'too_long',
}

function faultFrom(problem: string): Piece {
  const line = between(problem, 'line ', ' is not written as key: value')
  if (line !== null) return { code: 'line', detail: line }
  const pattern = between(problem, 'mx: ', ' is no host name and no *. before one')
  return pattern !== null ? { code: 'pattern', detail: pattern } : { code: policyFaults[problem] ?? '', detail: '' }
}

function caaProblemFrom(problem: string): Piece {
  const critical = between(problem, '', ' is marked critical, and authorities do not know it')
  if (critical !== null) return { code: 'critical', tag: critical, value: '' }
  const blank = problem.indexOf(' ')
  const value = between(problem.slice(blank), ' "', '" names no authority that can be read')
  return { code: 'issuer', tag: problem.slice(0, blank), value: value ?? '' }
}

/** The middle of a text that begins and ends so; null where it does not. */
function between(whole: string, begin: string, end: string): string | null {
  const isLongEnough = whole.length >= begin.length + end.length
  if (!isLongEnough || !whole.startsWith(begin) || !whole.endsWith(end)) return null
  return whole.slice(begin.length, whole.length - end.length)
}

/** A section, or what was remembered of it, holds the SPF tree under `value`. */
function withTree(byCheck: Piece): Piece {
  const spf = byCheck['spf'] as { value?: { tree: WordedTree | null } } | undefined
  const tree = spf?.value?.tree ?? null
  if (spf === undefined || tree === null) return byCheck
  const read = { ...tree, root: nodeFrom(tree.root), permerrors: tree.permerrors.map(permerrorFrom) }
  return { ...byCheck, spf: { ...spf, value: { ...spf.value, tree: read } } }
}

interface WordedTree extends Piece {
  root: WordedNode
  permerrors: readonly string[]
}

interface WordedNode extends Piece {
  terms: readonly (Piece & { child: WordedNode | null })[]
}

function nodeFrom(node: WordedNode): object {
  const terms = node.terms.map(({ child, ...term }) => ({
    ...term,
    child: child === null ? null : nodeFrom(child),
    depends: term['problem'] === 'depends on the sender',
  }))
  return { ...node, terms }
}

/** Reads a permerror back; a text of no known form is a syntax error in these words. */
function permerrorFrom(problem: string): Piece {
  const limit = /^(at least )?(\d{1,9}) (DNS|void) lookups, \d{1,9} are allowed$/.exec(problem)
  if (limit !== null) {
    const code = limit[3] === 'DNS' ? 'lookup_limit' : 'void_limit'
    return { code, count: Number(limit[2]), atLeast: limit[1] !== undefined }
  }
  const [, several, domain = null] = /^(\d{1,9}) SPF records(?: at (.+))?$/.exec(problem) ?? []
  if (several !== undefined) return { code: 'several_records', count: Number(several), domain }
  const path = problem.split(' → ')
  const last = path.pop() ?? ''
  const colon = last.indexOf(': ')
  const fault = termFaultFrom(last.slice(colon + 2))
  return colon < 0 || fault === null
    ? { code: 'syntax', path, problem: last }
    : { path: [...path, last.slice(0, colon)], ...fault }
}

function termFaultFrom(fault: string): Piece | null {
  if (fault === 'no SPF record') return { code: 'no_record' }
  if (fault === 'no valid domain name') return { code: 'invalid_target' }
  if (fault.startsWith('leads back to ')) return { code: 'loop', name: fault.slice('leads back to '.length) }
  const [, records] = /^(\d{1,9}) SPF records$/.exec(fault) ?? []
  if (records !== undefined) return { code: 'several_at_target', count: Number(records) }
  const [, exchangers] = /^(\d{1,9}) mail exchangers, \d{1,9} are allowed$/.exec(fault) ?? []
  return exchangers === undefined ? null : { code: 'exchanger_limit', count: Number(exchangers) }
}

/** The names of blocklists as findings gave them. */
const listIds: { readonly [name: string]: string } = {
  'Spamhaus ZEN': 'spamhaus-zen',
  'Spamhaus DBL': 'spamhaus-dbl',
  'SpamCop SCBL': 'spamcop',
  'Barracuda Reputation Block List': 'barracuda',
  'SURBL multi': 'surbl-multi',
  'URIBL multi': 'uribl-multi',
  'Mailspike BL': 'mailspike-bl',
  'Passive Spam Block List (PSBL)': 'psbl',
  'Spam Eating Monkey SEM-BLACK': 'sem-black',
  'UCEPROTECT Level 1': 'uceprotect-1',
  'GBUdb Truncate': 'gbudb-truncate',
  'Hostkarma (JunkEmailFilter)': 'hostkarma',
  'blocklist.de': 'blocklist-de',
  DroneBL: 'dronebl',
  'NordSpam BL': 'nordspam-bl',
  'NordSpam DBL': 'nordspam-dbl',
  'Spam Eating Monkey SEM-URI': 'sem-uri',
  'EFnet RBL': 'efnetrbl',
  'SpamRATS Dyna': 'spamrats-dyna',
  'SpamRATS NoPtr': 'spamrats-noptr',
  'SpamRATS Spam': 'spamrats-spam',
  'SpamRATS Auth': 'spamrats-auth',
  's5h.net ALL': 's5h',
  '0spam BL': '0spam-bl',
  '0spam RBL': '0spam-rbl',
  ZapBL: 'zapbl',
  'Kempt.net DNSBL': 'kempt',
  'Suomispam BL': 'suomispam-bl',
  'Suomispam DBL': 'suomispam-dbl',
  'Scientific Spam BL': 'scientificspam-bl',
  'Scientific Spam RHSBL': 'scientificspam-rhsbl',
  'SWINOG DNSRBL': 'swinog',
  'VirusFree BIP': 'virusfree-bip',
  'Spam Eating Monkey SEM-BACKSCATTER': 'sem-backscatter',
}
