import { type DmarcFault, dmarcFaultText } from './faults.ts'
import { monitoringRecord, usualReports } from './remedy.ts'
import { correcting } from './remedy-words.ts'
import type { DmarcElsewhere } from './value.ts'

/** What was found instead of a record, as a sentence. Its text is shown as given: already printable. */
export function elsewhereText({ where, name, text }: DmarcElsewhere, faults: readonly DmarcFault[] = []): string {
  const [fault] = faults
  switch (where) {
    case 'here':
      return `The TXT record at ${name} is not a DMARC record: "${text}".`
    case 'wildcard':
      return `Only a wildcard TXT record answers at ${name}. It is not a DMARC record: "${text}".`
    case 'above':
    case 'own':
      return `Receivers ignore the record at ${name}${fault === undefined ? '' : `: ${dmarcFaultText(fault)}`}.`
    case 'apex':
    case 'no_underscore':
    case 'doubled':
    case 'twice':
      return `The DMARC record is at ${name}, where receivers do not look for it.`
    default:
      return where satisfies never
  }
}

/** What to do with a record at the wrong name; `record` null: its policy is unclear. */
export function elsewhereAdvice({ where, name }: DmarcElsewhere, owner: string, record: string | null): string {
  if (where === 'above') {
    return record === null ? correcting(name) : `Publish as TXT at ${name} instead: ${record}`
  }
  return record === null
    ? `Publish the record at ${owner} with the policy you intended: none, quarantine or reject. Remove it from ${name}.`
    : `Remove the record from ${name} and publish as TXT at ${owner}: ${record}`
}

/** What a name that is an alias of itself means for receivers. */
export function loopText(name: string): string {
  return `${name} is an alias (CNAME) of itself, so receivers find no DMARC record.`
}

/** A second record beside an alias is not possible (RFC 1034 section 3.6.2). */
export function aliasAdvice(name: string, instead: string): string {
  const repair = `Point the alias (CNAME) at ${name} to a name that has a DMARC record`
  return `${repair}, or remove the alias and publish at ${name} ${instead}`
}

/** The record of a domain without one; null: it has to be written by hand. */
export function missingRecord(f: {
  domain: string
  receivesMail?: boolean | null
  record?: string | null
}): string | null {
  if (f.record !== undefined) return f.record
  const rua = usualReports(f.domain, f.receivesMail ?? null)
  return rua.length === 0 ? null : monitoringRecord(rua)
}

/** What is wrong with report addresses, as a sentence with a blank before it. */
export function reportFault(fault: DmarcFault): string {
  const text = dmarcFaultText(fault)
  if (fault.code === 'no_break_space') return ' The record contains a no-break space.'
  return ` In the record, ${text}.`
}
