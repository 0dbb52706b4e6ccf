import { recordingResolver, type Zone, zoneResolver } from '../dns/index.ts'
import { assessDkim, type DkimAlignment, type DkimContext } from './assess.ts'
import { readSelectorAnswer, readWildcard, sortedKeys } from './discover.ts'
import { ed25519Key, rsaKeys } from './keys.fixture.ts'
import type { DkimValue } from './value.ts'

const selectors = ['google', 's1', 's2', 'selector1', 'selector2']
const nobody = 'q7w5no9body3can2have1it8x'
export const at = (selector: string) => `${selector}._domainkey.example.com`

export const relaxed: DkimAlignment = { relaxed: true, organizationalDomain: 'example.com' }

/** Collects the selectors of a zone and judges them. */
export async function assess(
  zone: Zone,
  known: Partial<DkimValue> = {},
  { sendsMail = true, alignment = relaxed, domain = 'example.com' }: Partial<DkimContext> = {},
) {
  const dns = recordingResolver(zoneResolver(zone))
  const guard = { selector: nobody, answer: await dns.query(at(nobody), 'TXT') }
  const readings = await Promise.all(
    selectors.map(async selector => {
      const name = { selector, hostname: at(selector), source: 'catalogue' as const }
      return readSelectorAnswer(name, await dns.query(at(selector), 'TXT'), guard)
    }),
  )
  const keys = sortedKeys(readings.flatMap(reading => (reading.kind === 'key' ? [reading.key] : [])))
  const value: DkimValue = {
    state: keys.some(({ state }) => state === 'working' || state === 'weak') ? 'found' : 'none-unsure',
    sureBecause: null,
    keys,
    dangling: readings.flatMap(reading => (reading.kind === 'dangling' ? [reading.name] : [])),
    unanswered: [],
    missing: [],
    wildcard: readWildcard(guard.answer),
    tried: 3,
    unguessable: [],
    ...known,
  }
  const findings = assessDkim(value, { domain, evidence: dns.evidence(), sendsMail, alignment })
  return { value, findings, ids: findings.map(({ id }) => id) }
}

export const key = (bits: keyof typeof rsaKeys) => `v=DKIM1; k=rsa; p=${rsaKeys[bits]}`
export const ed25519 = `v=DKIM1; k=ed25519; p=${ed25519Key}`
export const keys = (...texts: string[]): Zone =>
  Object.fromEntries(texts.map((text, index) => [at(selectors[index] ?? ''), { TXT: [text] }]))
