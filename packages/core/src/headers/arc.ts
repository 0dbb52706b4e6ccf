import { parseAuthenticationResults } from './authentication-results.ts'
import { fieldsNamed, lineOf, type MessageHeader } from './field.ts'
import type { ArcSet } from './result.ts'
import { tagsOf } from './tags.ts'

/** RFC 8617 section 4.2.1: instances are 1 to 50. */
const mostInstances = 50

/** The ARC sets of a message, the newest first. A set without a seal or without results keeps what it has. */
export function arcOf(header: Pick<MessageHeader, 'fields'>): readonly ArcSet[] {
  const sets = new Map<number, ArcSet>()
  for (const field of fieldsNamed(header, 'arc-seal')) {
    const tags = tagsOf(field.value)
    const instance = instanceIn(tags.get('i'))
    if (instance === null || sets.has(instance)) continue
    const seal = /^[a-z]{2,10}$/i.exec(tags.get('cv') ?? '')?.[0].toLowerCase() ?? null
    sets.set(instance, {
      instance,
      seal,
      domain: tags.get('d')?.toLowerCase() || null,
      results: null,
      at: lineOf(field),
    })
  }
  for (const field of fieldsNamed(header, 'arc-authentication-results')) {
    const instance = instanceIn(/^\s*i\s*=\s*(\d{1,3})\s*;/i.exec(field.value.slice(0, 60))?.[1])
    if (instance === null) continue
    const known = sets.get(instance) ?? { instance, seal: null, domain: null, results: null, at: lineOf(field) }
    if (known.results === null) sets.set(instance, { ...known, results: parseAuthenticationResults(field) })
  }
  return [...sets.values()].toSorted((one, other) => other.instance - one.instance)
}

function instanceIn(text: string | undefined): number | null {
  const instance = text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : 0
  return instance >= 1 && instance <= mostInstances ? instance : null
}
