import { rank } from '../plan/index.ts'
import { type Answer, andWords, paragraph } from './answer.ts'
import { explainFinding } from './explain-finding.ts'
import type { Facts, ScanFacts } from './facts.ts'
import { openOf } from './term-state.ts'

const fixesMax = { short: 1, long: 3 } as const

/** "Check blacklist status". */
export function blocklistAnswer(scan: ScanFacts, { scope }: Pick<Facts, 'scope'>): Answer {
  const findings = openOf(scan.findings.filter(({ check }) => check === 'blacklist'))
  const most = rank(scope) === 0 ? fixesMax.short : fixesMax.long
  return [
    ...paragraph(blocklistVerdict(scan), 'strong'),
    ...paragraph(failedWords(scan)),
    ...findings
      .slice(0, most)
      .flatMap(finding => explainFinding(finding, { score: scan.score, title: finding.reason })),
    ...(findings.length > most ? paragraph(`The report has ${findings.length - most} more about blocklists.`) : []),
  ]
}

function blocklistVerdict({
  domain,
  isNonMail,
  blocklists: { asked, listedOn, applicable, failed },
}: ScanFacts): string {
  if (!asked) return `No blocklist could be asked about ${domain}.`
  if (listedOn.length > 0) {
    const lists = listedOn.length === 1 ? 'one blocklist' : `${listedOn.length} blocklists`
    return `${domain} or one of its mail servers is on ${lists}: ${andWords(listedOn.slice(0, 10))}.`
  }
  if (applicable === 0) return `No blocklist applies to ${domain}, because it has no mail server with an address.`
  if (failed >= applicable) return `None of the ${applicable} blocklists gave a verdict about ${domain}.`
  if (failed * 2 > applicable) {
    return `Only ${applicable - failed} of ${applicable} blocklists gave a verdict about ${domain}. They do not list it.`
  }
  const subject = isNonMail === true ? `${domain} is` : `${domain} and its mail servers are`
  return `${subject} on none of the ${applicable - failed} blocklists${failed > 0 ? ' that answered' : ''}.`
}

function failedWords({ blocklists: { asked, applicable, failed } }: ScanFacts): string {
  if (!asked || failed === 0 || failed * 2 > applicable) return ''
  const lists = failed === 1 ? 'One list' : `${failed} lists`
  return `${lists} of ${applicable} gave no verdict. That counts neither as listed nor as clean.`
}
