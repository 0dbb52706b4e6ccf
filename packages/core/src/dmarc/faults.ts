/**
 * What is wrong with the form of a text that is meant to be a DMARC record, as data. Every text in it is short and
 * printable. `meant` null: the meaning is unclear.
 */
export type DmarcFault =
  | { code: 'space_before' }
  | { code: 'invisible' }
  | { code: 'no_break_space' }
  /** `mark`: the first of them. */
  | { code: 'quotes'; mark: string }
  | { code: 'backslash' }
  /** `mark`: the one before the record. */
  | { code: 'brackets'; mark: string }
  /** A character of another script that looks like one of the syntax. */
  | { code: 'character'; found: string; meant: string }
  | { code: 'text_before'; found: string }
  | { code: 'version'; found: string }
  | { code: 'version_missing' }
  | { code: 'version_not_first' }
  /** A record of another protocol. */
  | { code: 'other_record'; found: string }
  | { code: 'separator'; after: string; mark: 'comma' | 'colon' | 'period' | 'line break' | null }
  /** `p:reject` instead of `p=reject`. */
  | { code: 'equals'; found: string; meant: string }
  | { code: 'tag_name'; found: string; meant: string | null }
  | { code: 'tag_empty'; tag: string }
  | { code: 'duplicate'; tag: string }
  | { code: 'value'; tag: string; found: string; meant: string | null }
  | { code: 'policy_missing' }
  | { code: 'address'; tag: string; found: string; meant: string | null }
  /** An address whose domain is in its own letters. */
  | { code: 'letters'; tag: string; found: string; meant: string }
  | { code: 'address_separator'; tag: string }
  /** An address of `rua` or `ruf` that is in the text around the record, which can be of someone else. */
  | { code: 'address_outside'; tag: 'rua' | 'ruf' }
  /** A report address of another scheme than `mailto:`. */
  | { code: 'scheme'; tag: string; found: string }
  | { code: 'several_records'; count: number }
  | { code: 'too_long' }

/** One fault as a clause of a sentence: `a semicolon is missing after v=DMARC1`. */
export function dmarcFaultText(fault: DmarcFault): string {
  switch (fault.code) {
    case 'space_before':
      return 'a space is before v=DMARC1'
    case 'invisible':
      return 'it contains invisible characters'
    case 'no_break_space':
      return 'it contains a no-break space'
    case 'quotes':
      return `it contains quotation marks (${fault.mark})`
    case 'backslash':
      return 'it contains backslashes'
    case 'brackets':
      return `it contains brackets (${fault.mark})`
    case 'character':
      return `${fault.found} is used instead of ${fault.meant}`
    case 'text_before':
      return `"${fault.found}" is before v=DMARC1`
    case 'version':
      return `${fault.found} is written instead of v=DMARC1`
    case 'version_missing':
      return 'v=DMARC1 is missing'
    case 'version_not_first':
      return 'v=DMARC1 is not the first tag'
    case 'other_record':
      return `it begins with ${fault.found}, so it is not a DMARC record`
    case 'separator':
      return fault.mark === null
        ? `a semicolon is missing after ${fault.after}`
        : `${fault.after} ends in a ${fault.mark}, not a semicolon`
    case 'equals':
      return `${fault.found} is written instead of ${fault.meant}`
    case 'tag_name':
      return fault.meant === null
        ? `${fault.found} is not a DMARC tag`
        : `${fault.found} is written instead of ${fault.meant}`
    case 'tag_empty':
      return `${fault.tag}= has no value`
    case 'duplicate':
      return `${fault.tag === 'v' ? 'v=DMARC1' : fault.tag} is given more than once`
    case 'value':
      return fault.meant === null
        ? `${fault.tag}=${fault.found} is not allowed`
        : `${fault.tag}=${fault.found} is written instead of ${fault.tag}=${fault.meant}`
    case 'policy_missing':
      return 'the policy tag p is missing'
    case 'address':
      return addressText(fault)
    case 'letters':
      return `${fault.found} in ${fault.tag} has letters outside ASCII and must be written ${fault.meant}`
    case 'address_outside':
      return `other text has an address of ${fault.tag} in it`
    case 'address_separator':
      return `the addresses in ${fault.tag} are not separated by commas`
    case 'scheme':
      return `${fault.tag} has an address with ${fault.found}:, not mailto:`
    case 'several_records':
      return `${fault.count} DMARC records are published there`
    case 'too_long':
      return 'it is too long'
    default:
      return fault satisfies never
  }
}

function addressText({ tag, found, meant }: Extract<DmarcFault, { code: 'address' }>): string {
  // An invisible character is shown by its escape, which is no backslash of the record.
  if (meant === null && /@/.test(found) && /[\s,\\]/.test(found.replaceAll('\\u{', '')))
    return `${found} in ${tag} is not a report address, and which mailbox it means is unclear`
  if (meant === null) return `${found} in ${tag} is not a report address`
  return meant === `mailto:${found}`
    ? `mailto: is missing before ${found}`
    : `${found} in ${tag} is written instead of ${meant}`
}
