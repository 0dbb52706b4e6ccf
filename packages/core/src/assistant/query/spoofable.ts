import { type Answer, list, paragraph } from '../answer.ts'
import type { ScanFacts } from '../facts.ts'
import type { Context } from './context.ts'

const namesMax = 25

/** The scanned domains whose forged mail receivers deliver: no DMARC policy that they enforce, or an SPF record that lets everyone pass. */
export function openToSpoofing({ facts, within }: Context): readonly ScanFacts[] {
  const names = new Set(within.map(({ name }) => name))
  return facts.scans.filter(scan => names.has(scan.domain) && isOpen(scan) === true)
}

/** null: the DMARC record could not be read. */
function isOpen({ details: { dmarc, spf } }: ScanFacts): boolean | null {
  if (spf?.ending === '+') return true
  if (dmarc === null) return null
  return dmarc.policy === null || dmarc.policy === 'none' || dmarc.isTesting
}

/** "Which of our domains can be spoofed?" */
export function spoofableAnswer(context: Context): Answer {
  const { facts } = context
  const open = openToSpoofing(context)
  const unknown = facts.scans.filter(scan => isOpen(scan) === null).map(({ domain }) => domain)
  return [
    ...paragraph(
      open.length === 0
        ? `None of your ${facts.scans.length} scanned domains is open to spoofing, as far as their records could be read.`
        : `${open.length} of your ${facts.scans.length} scanned domains ${open.length === 1 ? 'is' : 'are'} open to spoofing: receivers deliver mail of others that shows them as its sender.`,
      'strong',
    ),
    ...list(open.slice(0, namesMax).map(scan => ({ lead: `${scan.domain}:`, text: `${whyOpen(scan)}.` }))),
    ...paragraph(
      open.length > namesMax
        ? `${open.length - namesMax} more have no enforced policy; the list of domains shows each.`
        : '',
    ),
    ...paragraph(unknown.length === 0 ? '' : `Not known: ${unknown.slice(0, namesMax).join(', ')}.`, 'quiet'),
  ]
}

function whyOpen({ details: { dmarc, spf } }: ScanFacts): string {
  if (spf?.ending === '+') return 'its SPF record ends in +all, so every server passes'
  if (dmarc?.policy === 'none') return 'its DMARC policy is none, which only monitors'
  return dmarc?.isTesting === true ? 'its DMARC policy is in test mode' : 'no DMARC record that receivers use'
}
