import { type Answer, isSubdomain, normalName, type Resolver, type Signal, textOf } from '../dns/index.ts'
import { isDmarcLookalike, isDmarcRecord, namesOtherProtocol } from './record.ts'
import type { DmarcElsewhere } from './value.ts'

/** The maximum length of a text that is kept. */
const longestText = 2_000

/**
 * Looks for the record of a domain without one where people and panels put it by mistake: at the domain itself, at
 * doubled names, without the underscore; also for another text at the right name, and for a broken record above it.
 * A failed lookup finds nothing. Never throws.
 *
 * @param zone the organizational domain, which a panel appends to names
 * @param walked the domains of the tree walk
 */
export async function findDmarcElsewhere(
  resolver: Resolver,
  domain: string,
  zone: string,
  walked: readonly string[],
  signal?: Signal,
): Promise<readonly DmarcElsewhere[]> {
  const textsAt = async (name: string): Promise<readonly string[]> => {
    if (normalName(name) === null) return []
    const answer: Answer<'TXT'> = await resolver.query(name, 'TXT', signal)
    return answer.kind === 'records' ? answer.records.map(textOf) : []
  }
  const lookAt = async (where: DmarcElsewhere['where'], name: string) => ({ where, name, texts: await textsAt(name) })
  const above = walked.filter(name => name !== domain && (name === zone || isSubdomain(name, zone)))
  const own = lookAt('here', `_dmarc.${domain}`)
  const others = await Promise.all([
    ...above.map(name => lookAt('above', `_dmarc.${name}`)),
    lookAt('doubled', `_dmarc.${domain}.${zone}`),
    lookAt('twice', `_dmarc._dmarc.${domain}`),
    lookAt('no_underscore', `dmarc.${domain}`),
    lookAt('apex', domain),
  ])
  const here = await own
  // What every name answers comes from a wildcard record, and was put nowhere by mistake.
  const byWildcard = (text: string): boolean =>
    others.some(({ where, texts }) => (where === 'twice' || where === 'no_underscore') && texts.includes(text))
  const [text] = here.texts
  const atName: DmarcElsewhere[] =
    text === undefined ? [] : [{ where: byWildcard(text) ? 'wildcard' : 'here', name: here.name, text }]
  const meant = others.flatMap(({ where, name, texts }) =>
    texts
      .filter(
        text => !here.texts.includes(text) && (isDmarcLookalike(text) || (where !== 'above' && isDmarcRecord(text))),
      )
      .map((text): DmarcElsewhere => ({ where, name, text })),
  )
  const likeliest = meant.toSorted((a, b) => Number(namesOtherProtocol(a.text)) - Number(namesOtherProtocol(b.text)))
  return [...likeliest, ...atName].slice(0, 5).map(found => ({ ...found, text: found.text.slice(0, longestText) }))
}
