import type { Look } from '@waxseal/core/check'
import { couldNotCheck } from '@waxseal/core/health'
import {
  type SpfNode,
  type SpfTermNode,
  type SpfTreeReply,
  spfAddressCount,
  spfProblemTone,
  spfTreeOutcome,
} from '@waxseal/core/spf'
import { bounds, cut, firstOf } from './bounds.ts'
import { mono } from './domain-mail-servers.ts'
import { styles } from './palette.ts'
import { paragraph } from './parts.ts'
import type { Sheet } from './sheet.ts'
import { type Cell, type Column, table, toned } from './table.ts'

interface Row {
  depth: number
  lookup: number | null
  text: string
  addresses: string | null
  look: Look | null
}

/** An SPF record with everything it includes: each lookup with its number, each term with its addresses. */
export function spfTree(sheet: Sheet, tree: SpfTreeReply): void {
  const most = tree.complete ? '' : 'at least '
  sheet.skip(2)
  paragraph(
    sheet,
    `DNS lookups: ${most}${tree.lookups} of 10. Void lookups: ${most}${tree.voidLookups} of 2. ${spfTreeOutcome(tree)}`,
  )
  for (const problem of tree.permerrors.slice(0, bounds.items)) paragraph(sheet, cut(problem))
  const { shown, rest } = firstOf([...rowsOf(tree.root, 0)], bounds.terms, ['term is', 'terms are'])
  sheet.skip(6)
  if (shown.length > 0) table(sheet, columns, shown)
  if (rest !== null) paragraph(sheet, rest, styles.small)
}

/** A tree has 250 queries at most, so it is walked whole. */
function* rowsOf(node: SpfNode, depth: number): Generator<Row> {
  const problem = node.problem ?? (node.record === null ? 'No SPF record' : null)
  if (problem !== null && !node.unchecked) {
    yield { depth, lookup: null, text: node.domain, addresses: null, look: { word: problem, tone: 'poor' } }
  }
  for (const term of node.terms) {
    const addresses = term.child === null ? spfAddressCount(term.ipv4, term.ipv6Nets) : null
    yield { depth, lookup: term.lookup, text: term.text, addresses, look: lookOf(term) }
    if (term.child !== null) yield* rowsOf(term.child, depth + 1)
  }
}

function lookOf(term: SpfTermNode): Look | null {
  if (term.problem !== null) return { word: term.problem, tone: spfProblemTone(term) }
  if (term.unchecked) return couldNotCheck
  return term.void ? { word: 'void', tone: 'fair' } : null
}

const indentMax = 6

const columns: readonly Column<Row>[] = [
  {
    title: 'Lookup',
    share: 0.09,
    cell: ({ lookup }) => ({ texts: lookup === null ? [] : [{ text: String(lookup), style: styles.name }] }),
  },
  {
    title: 'Term',
    share: 0.5,
    cell: ({ text, depth }) => ({
      texts: [{ text: cut(text, bounds.cell), style: mono, indent: 12 * Math.min(depth, indentMax) }],
    }),
  },
  { title: 'Addresses', share: 0.41, cell: addressCell },
]

function addressCell({ addresses, look }: Row): Cell {
  const count = addresses === null ? [] : [{ text: addresses, style: styles.quiet }]
  const note = look === null ? [] : [{ text: cut(look.word, bounds.cell), style: toned(styles.small, look.tone) }]
  return { texts: [...count, ...note] }
}
