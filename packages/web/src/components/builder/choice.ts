import { domainIn } from '../../lib/domain-name.ts'
import { createDrafts } from '../../lib/drafts.ts'
import type { Domain } from '../../lib/queries.ts'
import { isObject } from '../../lib/stored-value.ts'
import { ownTarget, type Target } from './target.ts'

/** The chosen domain of a record, and the text typed for another one. */
export interface Choice {
  chosen: { own: true; id: string } | { own: false; name: string } | null
  typed: string
}

export const nothingChosen: Choice = { chosen: null, typed: '' }

/** By history entry: going back restores the chosen domain, a new visit asks again. */
export const choices = createDrafts<Choice>({ name: 'choice', keep: choice => choice, find: findChoice })

/** A stored choice, if it is valid. */
export function findChoice(stored: unknown): Choice | null {
  if (!isObject(stored) || typeof stored['typed'] !== 'string') return null
  const { chosen, typed } = stored
  if (!isObject(chosen)) return { chosen: null, typed }
  const { own, id, name } = chosen
  if (own === true && typeof id === 'string') return { chosen: { own, id }, typed }
  const isName = own === false && typeof name === 'string' && domainIn(name) === name
  return { chosen: isName ? { own, name } : null, typed }
}

/** Takes a domain of the account from the current list, because it may have been scanned or deleted since. */
export function chosenOf({ chosen }: Choice, domains: readonly Domain[] | undefined): Target | null {
  if (chosen === null || !chosen.own) return chosen
  const domain = domains?.find(({ id }) => id === chosen.id)
  return domain ? ownTarget(domain) : null
}
