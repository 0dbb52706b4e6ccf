import { expect, it } from 'vitest'
import { domainWith, factsWith, findingOf, textsOf } from './answers.fixture.ts'
import type { DomainFacts } from './facts.ts'
import { reply } from './reply.ts'

const said = (text: string, domains: readonly DomainFacts[]) =>
  textsOf(reply(text, factsWith({ domains }), { origin: 'no-model', previous: 'hello' }))

/** A domain whose score went from one value to another. */
function moved(name: string, before: number, after: number, parts: Partial<NonNullable<DomainFacts['changes']>> = {}) {
  const changes = {
    compared: 'all',
    score_before: before,
    score_after: after,
    fixed: [],
    added: [],
    changed: [],
    ...parts,
  } as const
  return { ...domainWith(name, after), changes }
}

const alone = [domainWith('x.example', 100), domainWith('y.example', 100)]
const same = [moved('s.example', 100, 100), moved('t.example', 60, 60)]

it('domains without an earlier scan have nothing to compare with', () => {
  expect(said('Did anything change?', alone)).toEqual(['There is no earlier scan of your domains to compare with.'])
})

it('two equal scans are no change, and are not called missing', () => {
  expect(said('Why did my score change?', same)).toEqual(['Nothing changed in the last scans of your domains.'])
  expect(said('Why did my score change?', [...same, ...alone])).toEqual([
    'Nothing changed in the last scans of 2 domains.',
    'No earlier scan to compare with is at hand for 2 domains.',
  ])
})

it('what changed is named, the worst fall first', () => {
  const domains = [
    moved('up.example', 60, 95, { fixed: [findingOf('dmarc_missing')] }),
    moved('down.example', 95, 60, { added: [findingOf('dmarc_missing')] }),
    ...same,
    ...alone.slice(0, 1),
  ]
  expect(said('Why did my score change?', domains)).toEqual([
    'What changed with the last scan of each domain:',
    'down.example: 95 → 60, new: DMARC record missing.',
    'up.example: 60 → 95, fixed: DMARC record missing.',
    'Nothing changed for 2 domains.',
    'No earlier scan to compare with is at hand for one domain.',
  ])
})

it('says that only some are shown, and the largest fall is among them', () => {
  const domains = [
    ...Array.from({ length: 10 }, (_, at) => moved(`r${at}.example`, 60, 70 + at)),
    moved('fallen.example', 100, 60),
  ]
  const texts = said('What changed?', domains)
  expect(texts[0]).toBe('These are 8 of the 11 domains that changed with their last scan, the largest falls first:')
  expect(texts[1]).toBe('fallen.example: 100 → 60.')
  expect(texts).toHaveLength(9)
})

it('scans under different plans are not compared', () => {
  const apart = moved('p.example', 60, 100, { compared: 'nothing' })
  expect(said('What changed?', [apart, ...alone])).toEqual([
    'The last scans of your domains are not comparable: the plan or the scoring changed in between.',
  ])
  expect(said('What changed?', [apart, ...same]).at(-1)).toBe(
    'The scans of one domain are not comparable: the plan or the scoring changed in between.',
  )
})
