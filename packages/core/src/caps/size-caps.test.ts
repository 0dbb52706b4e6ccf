import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRecord } from '../dkim/record.ts'
import { parseDmarc } from '../dmarc/index.ts'
import { recordingResolver, type Zone, zoneResolver } from '../dns/index.ts'
import { lexemesOf } from '../headers/lexeme.ts'
import { previewSpf } from '../spf/preview.ts'
import { defaultSpfSettings } from '../spf/settings.ts'
import { spfTree } from '../spf/tree.ts'
import { readSpfTree, spfTreeHereOr } from '../spf/tree-elsewhere.ts'
import { type SizeCapName, sizeCaps } from './index.ts'

/** The caps that this workspace enforces; the scanner and the server have such a test of theirs. */
type Own = {
  [K in SizeCapName]: (typeof sizeCaps)[K]['enforcedIn'] extends `core/${string}` ? K : never
}[SizeCapName]

const name = 'example.com'
const many = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at))
const treeOf = (record: string, others: Zone = {}) =>
  spfTree(zoneResolver({ [name]: { TXT: [record] }, ...others }), name)
const ranges = (net: number, count: number) => many(count, at => `ip4:10.${net}.${at >> 8}.${at & 255}`).join(' ')

const list = (net: number) => ({ TXT: [`v=spf1 ${ranges(net, 3_500)} -all`] })

/** The lengths of the answers in the evidence of a section that asked for TXT records of this size. */
async function evidenceOf(...sizes: number[]): Promise<number[]> {
  const zone = Object.fromEntries(sizes.map((size, at) => [`${at}.example`, { TXT: ['x'.repeat(size)] }]))
  const resolver = recordingResolver(zoneResolver(zone))
  for (const owner of Object.keys(zone)) await resolver.query(owner, 'TXT')
  return resolver.evidence().map(({ answers }) => answers.filter(line => !line.startsWith(';')).join('').length)
}

/** What is kept of an input that goes beyond the cap. */
const probes: Record<Own, () => Promise<number> | number> = {
  spfTreeBytes: async () => {
    const nets = many(30, at => [`n${at}.example`, { TXT: [`v=spf1 ${ranges(at, 500)} -all`] }] as const)
    const tree = await treeOf(
      `v=spf1 ${nets.map(([net]) => `include:${net}`).join(' ')} -all`,
      Object.fromEntries(nets),
    )
    expect(tree.complete).toBe(false)
    return JSON.stringify(tree).length
  },
  spfInlineBytes: async () => {
    // Each term weighs 256 bytes and twice its text.
    for (let terms = 20; ; terms += 20) {
      const resolver = zoneResolver({ [name]: { TXT: [`v=spf1 ${ranges(1, terms)} -all`] } })
      let isHere = true
      await spfTreeHereOr((...given) => ((isHere = false), readSpfTree(...given)), resolver, name)
      if (!isHere) return (terms - 20) * (256 + 2 * 'ip4:10.1.0.0'.length)
    }
  },
  spfTreeLookups: async () => (await treeOf(`v=spf1 ${'a '.repeat(60)}-all`)).lookups,
  spfTreeDepth: async () =>
    (await treeOf('v=spf1 include:x.%{d}', { '*.example.com': { TXT: ['v=spf1 include:x.%{d}'] } })).lookups,
  spfRecordTerms: async () => (await treeOf(`v=spf1 ${ranges(1, 600)} -all`)).root.terms.length,
  spfRecordErrors: async () => (await treeOf(`v=spf1 ${'wrong '.repeat(40)}`)).permerrors.length,
  spfRecordCharacters: async () => (await treeOf(`v=spf1 ${ranges(1, 2_000)}`)).root.record?.length ?? 0,
  spfTermCharacters: async () => (await treeOf(`v=spf1 x=${'y'.repeat(400)}`)).root.terms[0]?.text.length ?? 0,
  spfHostAddresses: async () =>
    (
      await treeOf('v=spf1 a:host.example', {
        'host.example': { A: many(300, at => `10.${at >> 7}.0.${(at & 127) * 2}`) },
      })
    ).ipv4 ?? 0,
  previewTextCharacters: async () => {
    const resolver = zoneResolver({ 'a.example': list(1), 'b.example': list(2), 'c.example': list(3) })
    const settings = { ...defaultSpfSettings, include_domains: ['a.example', 'b.example', 'c.example'] }
    const { tree } = await previewSpf(resolver, name, settings, await resolver.query(name, 'TXT'))
    const read = tree.root.terms.filter(({ child }) => child?.unchecked === false)
    return read.reduce((sum, { child }) => sum + list(child?.domain === 'a.example' ? 1 : 2).TXT.join('').length, 0)
  },
  dkimRecordCharacters: () => readRecord(`v=DKIM1; p=${'A'.repeat(9_000)}`).text.length,
  dmarcRecordCharacters: () => parseDmarc(`v=DMARC1; p=none; rua=${'a'.repeat(9_000)}`).text.length,
  answerEvidenceCharacters: async () => (await evidenceOf(70_000))[0] ?? 0,
  sectionEvidenceCharacters: async () => {
    const sizes = await evidenceOf(...many(12, () => 60_000))
    return sizes.filter(size => size > 2_000).reduce((sum, size) => sum + size, 0)
  },
  laterAnswerCharacters: async () => (await evidenceOf(...many(12, () => 60_000))).at(-1) ?? 0,
  structuredFieldCharacters: () => lexemesOf('a '.repeat(60_000)).at(-1)?.end ?? 0,
}

describe('the table of size caps', () => {
  it.each(Object.entries(probes))('%s: no more is kept, and not much less', async (cap, probe) => {
    const { most } = sizeCaps[cap as Own]
    const kept = await probe()
    // An ellipsis may follow what is cut.
    expect(kept).toBeLessThanOrEqual(most + 1)
    expect(kept).toBeGreaterThan(most / 3)
  })

  it.each(Object.entries(sizeCaps))('%s is imported where it is enforced', (cap, { enforcedIn }) => {
    const source = readFileSync(join(import.meta.dirname, '../../..', enforcedIn), 'utf8')
    const [imported = ''] = /import \{[^}]*\} from '[^']*\/caps(?:\/index\.ts)?'/.exec(source) ?? []
    expect(imported).toMatch(new RegExp(`\\b${cap}\\b`))
    expect(source.split(new RegExp(`\\b${cap}\\b`)).length).toBeGreaterThan(2)
  })
})
