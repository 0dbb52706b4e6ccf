import type { Evidence } from '../check/index.ts'
import { type Address, type Block, parseBlock } from '../dns/index.ts'
import type { SpfTreeReply } from '../spf/index.ts'

/** Addresses that an SPF record lets pass, and by which of its terms. */
export interface SpfRange {
  cidr: string
  /** The terms that lead there: `include:_spf.example.com`, `mx`. */
  via: string
}

type SpfNode = SpfTreeReply['root']
type SpfTerm = SpfNode['terms'][number]

const rangesMax = 400

/**
 * The addresses that a tree lets pass, from the terms and the answers of the scan. `isWhole`: no lookup failed, no macro
 * decides and no term forbids before another allows, so an address that is in none of them does not pass by a term.
 */
export function rangesOf(
  { root, complete }: Pick<SpfTreeReply, 'root' | 'complete'>,
  evidence: readonly Evidence[],
): { ranges: readonly SpfRange[]; isWhole: boolean } {
  const ranges: SpfRange[] = []
  let isWhole = complete
  const visit = (node: SpfNode, way: string): void => {
    for (const term of node.terms) {
      if (ranges.length >= rangesMax) isWhole = false
      if (term.unchecked) isWhole = false
      const via = way === '' ? term.text : way
      if (term.kind === 'all') return
      if (term.kind === 'include' || term.kind === 'redirect') {
        if (term.qualifier !== null && term.qualifier !== '+') isWhole = false
        else if (term.child !== null) visit(term.child, via)
        continue
      }
      if (term.kind === 'ptr' || term.kind === 'exists' || term.depends) {
        isWhole = false
        continue
      }
      const found = addressesOf(term, node.domain, evidence)
      if (found === null) continue
      if (term.qualifier !== '+') {
        isWhole = false
        continue
      }
      for (const cidr of found.slice(0, rangesMax - ranges.length)) ranges.push({ cidr, via })
    }
  }
  visit(root, '')
  return { ranges, isWhole }
}

/** null: the term matches no address by itself. */
function addressesOf({ kind, text }: SpfTerm, domain: string, evidence: readonly Evidence[]): readonly string[] | null {
  const bare = text.replace(/^[-+~?]/, '')
  if (kind === 'ip4' || kind === 'ip6') {
    const cidr = bare.slice(4)
    return parseBlock(cidr) === null ? [] : [cidr]
  }
  if (kind !== 'a' && kind !== 'mx') return null
  const [target = '', four = ''] = bare.replace(/^(?:a|mx):?/i, '').split('/')
  const host = (target === '' ? domain : target).toLowerCase()
  const hosts = kind === 'a' ? [host] : answersTo(evidence, 'MX', host).map(data => data.split(' ').at(-1) ?? '')
  return hosts.flatMap(each =>
    [...answersTo(evidence, 'A', each), ...answersTo(evidence, 'AAAA', each)].map(address =>
      four !== '' && !address.includes(':') ? `${address}/${four}` : address,
    ),
  )
}

/** The data of the records that the scan got. */
function answersTo(evidence: readonly Evidence[], type: string, name: string): readonly string[] {
  const asked = evidence.find(
    ({ kind, question, outcome }) =>
      kind === 'dns' && outcome === 'records' && question.type === type && question.name === name,
  )
  if (asked?.kind !== 'dns') return []
  return asked.answers.flatMap(line => {
    const [, , kind = '', ...data] = line.split(' ')
    return kind === type ? [data.join(' ')] : []
  })
}

export function blockHas({ family, first, last }: Block, address: Address): boolean {
  return family === address.family && first <= address.value && address.value <= last
}
