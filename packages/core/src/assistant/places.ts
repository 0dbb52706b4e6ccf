import { featureNeeds, isAtLeast, mayUse, plans, type Role, roleLabels, type Tier } from '../plan/index.ts'
import { type AccountFacts } from './account-facts.ts'
import { atLeastWords } from './account-words.ts'
import { type Answer, paragraph } from './answer.ts'
import { type BeyondId, beyond, type Place, type PlaceId, type PlaceScreen, places } from './places.data.ts'

/** A link to where a thing is done: a name of the web's `paths`, the section there, and the words of the link. */
export interface PlaceLink {
  screen: PlaceScreen
  /** The id of the section; null: the top of the screen. */
  section: string | null
  label: string
}

/** Who asks where something is done. Without billing no plan is sold, and none is named. */
export type PlaceReader = Pick<AccountFacts, 'tier' | 'billing'> & { role: Role }

/** The link to a place. */
export function linkOfPlace(id: PlaceId): PlaceLink {
  const { screen, section, label }: Place = places[id]
  return { screen, section: section ?? null, label }
}

/** "To add a domain: …": where a thing is done or read, who may do it, and which plan has it. */
export function placeAnswer(id: PlaceId, reader: PlaceReader): Answer {
  const place: Place = places[id]
  return paragraph([`To ${place.thing}: ${lowerFirst(place.steps)}`, ...conditions(id, reader)].join(' '))
}

/** "I only read …": the answer to a wish that the analyst does something itself. */
export function readOnlyAnswer(id: PlaceId, reader: PlaceReader): Answer {
  const place: Place = places[id]
  const first = place.is === 'read' ? '' : 'I only read and change nothing. '
  return paragraph([`${first}To ${place.thing}: ${lowerFirst(place.steps)}`, ...conditions(id, reader)].join(' '))
}

/** What is beyond the product, and the nearest thing that it has. */
export function beyondAnswer(id: BeyondId, reader: PlaceReader): Answer {
  const { says, instead } = beyond[id]
  return [...paragraph(says), ...(instead === null ? [] : placeAnswer(instead, reader))]
}

/** Who may do it, where the reader may not; empty: they may. */
export function roleWords(id: PlaceId, { role }: Pick<PlaceReader, 'role'>): string {
  const { least }: Place = places[id]
  if (isAtLeast(role, least)) return ''
  return `Your role is ${roleLabels[role]}: only ${atLeastWords(least)} can do this.`
}

/** Who may do it where the reader may not, and which plan has it where theirs does not. */
function conditions(id: PlaceId, { role, tier, billing }: PlaceReader): readonly string[] {
  const { feature }: Place = places[id]
  const who = [roleWords(id, { role })].filter(Boolean)
  if (feature === undefined || mayUse(tier, feature)) return who
  return [...who, planWords(tier, featureNeeds[feature], billing)]
}

function planWords(tier: Tier, needed: Tier, billing: AccountFacts['billing']): string {
  const here = `It is not part of your ${plans[tier].label} plan`
  return billing === 'off' ? `${here}.` : `${here}: ${plans[needed].label} has it.`
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
