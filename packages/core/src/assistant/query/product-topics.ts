import { plans, tiers, yearlySaving } from '../../plan/index.ts'
import { list, paragraph } from '../answer.ts'
import type { PlaceId } from '../places.data.ts'
import { type ProductText, productTexts } from './product-topics.data.ts'
import type { Topic } from './topic.ts'

/** The plans as lines, from the one place of prices and quotas. */
function planSteps(): readonly (readonly [string, string])[] {
  return tiers.map(tier => {
    const { label, price, features } = plans[tier]
    const cost =
      price.month === 0
        ? 'free'
        : `$${price.month} a month, $${price.year} a month when billed yearly ($${12 * price.year} a year, which saves ${yearlySaving(price)}%)`
    return [`${label}:`, `${cost}. ${features.join(', ')}.`]
  })
}

const answerOf = ({ id, lines, steps = [] }: ProductText) => [
  ...lines.flatMap(line => paragraph(line)),
  ...list((id === 'business' ? planSteps() : steps).map(([lead, text]) => ({ lead, text }))),
]

/** What a text says how to do, where not every role may. */
const placesOfTexts: Readonly<Record<string, PlaceId>> = {
  rescan: 'scan',
  'scan-it': 'scan',
  'delete-domain': 'delete-domain',
  'add-domain': 'add-domain',
  schedule: 'schedule',
  'alert-where': 'alert-webhook',
  members: 'invite',
  'api-key': 'create-key',
  decide: 'decision',
  cancel: 'upgrade',
  downgrade: 'upgrade',
  invoices: 'billing',
  branding: 'branding',
  'own-lists': 'blocklists',
  'flatten-where': 'flatten',
  'headers-where': 'headers',
}

/** What the product does, and where each thing is done. */
export const productTopics: readonly Topic[] = productTexts.map((text): Topic => {
  const { id, asks, also, takes } = text
  return {
    id: `product-${id}`,
    of: 'none',
    asks,
    ...(also !== undefined && { also }),
    takes: takes ?? ['numbers'],
    when: ({ reading, foreign }) =>
      (id !== 'scan-it' || foreign.length === 0) &&
      (id !== 'score-method' || reading.names.length === 0) &&
      whenOf(id, reading.text, reading.forms),
    place: placesOfTexts[id],
    ...(id === 'roles' && { isOfRole: true as const }),
    answer: () => answerOf(text),
  }
})

/** A few texts are asked by the same words as facts of the account; the verb tells them apart. */
function whenOf(id: string, text: string, forms: ReadonlySet<string>): boolean {
  if (id === 'scan-it')
    return (
      / (?:please )?(?:scan|rescan|check) /.test(text) &&
      !forms.has('which') &&
      !forms.has('when') &&
      !forms.has('howoften') &&
      !forms.has('what') &&
      !forms.has('is') &&
      !forms.has('howmany')
    )
  if (id === 'members')
    return (
      forms.has('how') ||
      forms.has('where') ||
      forms.has('is') ||
      / (?:can|could|add|invite|get access|give) /.test(text)
    )
  if (id === 'schedule')
    return (
      forms.has('how') ||
      forms.has('where') ||
      / (?:i want|want|please|can you|can i|set|every day|automatically) /.test(text)
    )
  if (id === 'decide') return forms.has('how') || forms.has('is') || / (?:i want|hide|mute|can i|accept) /.test(text)
  if (id === 'score-method')
    return forms.has('how') || forms.has('explain') || / (?:calculated|computed|method|scoring) /.test(text)
  if (id === 'alert-where')
    return (
      forms.has('how') ||
      forms.has('where') ||
      / (?:slack|teams|webhook|webhooks|discord|sms|telegram|pagerduty|can|could) /.test(text)
    )
  if (id === 'roles')
    return (
      / (?:viewer|viewers|editor|editors|admin|admins|administrator|administrators|owner|owners|role|roles) /.test(
        text,
      ) &&
      !forms.has('who') &&
      !forms.has('howmany') &&
      !/ did /.test(text)
    )
  if (id === 'trial') return !/ (?:yearly|annual|annually|year) /.test(text)
  if (id === 'publish') return / (?:for me|my dns|our dns|in dns|you|do it) /.test(text)
  return true
}
