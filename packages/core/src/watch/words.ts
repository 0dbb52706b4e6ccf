import { addressWords } from './address-words.ts'
import { asReceived } from './as-received.ts'
import type { ChangeWords } from './change.ts'
import { dkimWords } from './dkim-words.ts'
import { dmarcWords } from './dmarc-words.ts'
import { mxWords } from './mx-words.ts'
import { nsWords } from './ns-words.ts'
import { descriptionMax, shown } from './sentence.ts'
import { subjectOf, textKinds, type WatchedPart } from './snapshot.ts'
import { spfWords } from './spf-words.ts'
import { dnssecWords, nameWords } from './state-words.ts'
import { policyWords, stsWords } from './sts-words.ts'

/**
 * The words and the severity of a change of one part (decision 4.22), `before` and `after` in canonical form and
 * different.
 *
 * @param added of an address set: the addresses that are new in it, which its last answer may lack for another reason
 */
export function wordsOf(
  part: WatchedPart,
  before: readonly string[],
  after: readonly string[],
  added?: readonly string[],
): ChangeWords {
  const isText = textKinds.has(part.kind)
  const [was, is] = isText ? [before.map(asReceived), after.map(asReceived)] : [before, after]
  const words = unboundedWords(part, was, is, added)
  return { ...words, description: shown(words.description, descriptionMax) }
}

function unboundedWords(
  part: WatchedPart,
  before: readonly string[],
  after: readonly string[],
  added?: readonly string[],
): ChangeWords {
  switch (part.kind) {
    case 'mx':
      return mxWords(before, after)
    case 'name':
      return nameWords(before, after)
    case 'dnssec':
      return dnssecWords(after)
    case 'ns':
      return nsWords(before, after)
    case 'spf':
      return spfWords(before, after, part.name)
    case 'dmarc':
      return dmarcWords(before, after)
    case 'dkim':
      return dkimWords(shown(subjectOf(part)), before, after)
    case 'mta-sts':
      return stsWords(before, after)
    case 'mta-sts-policy':
      return policyWords(before, after)
    case 'a':
    case 'aaaa':
    case 'www':
    case 'mx-address':
      return addressWords(part, before, after, added)
    default:
      return part.kind satisfies never
  }
}
