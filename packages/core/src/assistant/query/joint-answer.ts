import { type Answer, andWords, list, paragraph } from '../answer.ts'
import type { DomainFacts } from '../facts.ts'
import { conditionWords, judgedRow } from './attribute-answer.ts'
import type { Context } from './context.ts'
import type { Joint } from './joint.ts'

const listMax = 25
const openMax = 8

/** A domain under several conditions. `meets` null: what is known does not decide it. */
interface JudgedJoint {
  name: string
  meets: boolean | null
  says: string
}

/** The domains that meet all conditions of a group, with those of which it is unknown. */
export function domainsOfJoint(joint: Joint, { facts, within, own }: Context): readonly JudgedJoint[] {
  const names = new Set(own.map(({ name }) => name))
  return within
    .filter(({ name, scannedAt }) => scannedAt !== null && (names.size === 0 || names.has(name)))
    .map(domain => judged(joint, domain, facts))
}

function judged({ groups }: Joint, domain: DomainFacts, facts: Context['facts']): JudgedJoint {
  const ofGroups = groups.map(group =>
    group.map(({ attribute, reading }) => judgedRow(attribute, domain, facts, reading)),
  )
  const verdicts = ofGroups.map(group =>
    group.some(({ meets }) => meets === false) ? false : group.some(({ meets }) => meets === null) ? null : true,
  )
  const meets = verdicts.includes(true) ? true : verdicts.includes(null) ? null : false
  const shown = meets === null ? ofGroups.flat().filter(each => each.meets === null) : ofGroups.flat()
  return { name: domain.name, meets, says: [...new Set(shown.map(({ says }) => clean(says)))].join('; ') }
}

/** "Which domains have p=none and no DKIM?", "Is shop.example listed and below 70?". */
export function jointAnswer(joint: Joint, context: Context): Answer {
  const all = domainsOfJoint(joint, context)
  const found = all.filter(({ meets }) => meets === true)
  const open = all.filter(({ meets }) => meets === null)
  const condition = wordsOf(joint)
  if (context.own.length > 0) return all.flatMap(each => ofOne(each, condition))
  return [
    ...paragraph(
      all.length === 0
        ? 'None of your domains has a scan yet.'
        : found.length === 0
          ? `None of the ${all.length - open.length} domains where this is known: ${condition}.`
          : `${found.length} of your ${all.length} scanned domains: ${condition}.`,
      'strong',
    ),
    ...list(found.slice(0, listMax).map(({ name, says }) => ({ lead: `${name}:`, text: `${says}.` }))),
    ...paragraph(found.length > listMax ? `${found.length - listMax} more are not shown here.` : ''),
    ...paragraph(
      open.length === 0
        ? ''
        : `Not known: ${andWords(open.slice(0, openMax).map(({ name, says }) => `${name} (${says})`))}${open.length > openMax ? ` and ${open.length - openMax} more` : ''}.`,
    ),
  ]
}

function ofOne({ name, meets, says }: JudgedJoint, condition: string): Answer {
  const first =
    meets === null ? `That is not known for ${name}` : meets ? `Yes: ${name} meets this` : `No: ${name} does not`
  return paragraph(`${first} (${condition}). ${says}.`, 'strong')
}

/** "DMARC policy none, and no DKIM key that works". */
function wordsOf({ groups }: Joint): string {
  return groups
    .map(group => group.map(({ attribute, reading }) => conditionWords(attribute, reading)).join(', and '))
    .join('; or ')
}

const clean = (text: string) => text.replace(/\.$/, '')
