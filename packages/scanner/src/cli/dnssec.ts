import { type BrokenZone, dnssecFaultWords } from '@waxseal/core/dns'

/** Says of an answer in a zone with broken DNSSEC why it would not validate. */
export function bogusText({ zone, guessed, fault }: BrokenZone): string {
  const where = guessed ? 'DNSSEC' : `DNSSEC of ${zone}`
  return `${where} is broken (${dnssecFaultWords(fault)}). The records were read without validation.`
}
