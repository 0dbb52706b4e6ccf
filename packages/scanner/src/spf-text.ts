import { lookupsMax, type SpfNode, type SpfTermNode, type SpfTreeReply, voidLookupsMax } from '@waxseal/core/spf'
import type { Paint } from './paint.ts'

/** The include tree for people: one line for each term, with its running lookup number first. */
export function spfTreeText(tree: SpfTreeReply, paint: Paint): string[] {
  return [...nodeLines(tree.root, '', paint), ...totals(tree, paint)]
}

function nodeLines(node: SpfNode, indent: string, paint: Paint): string[] {
  const lines: string[] = []
  if (node.problem !== null) {
    lines.push(`    ${indent}${paint(`${node.domain}: ${node.problem}`, node.unchecked ? 'yellow' : 'red')}`)
  }
  for (const term of node.terms) lines.push(...termLines(term, indent, paint))
  return lines
}

function termLines(term: SpfTermNode, indent: string, paint: Paint): string[] {
  const number = (term.lookup === null ? '' : String(term.lookup)).padStart(3)
  const overLimit = term.lookup !== null && term.lookup > lookupsMax
  const remarks = [
    ...(term.ipv4 === null || term.ipv4 === 0 ? [] : [`${grouped(term.ipv4)} IPv4`]),
    ...(term.ipv6Nets === null || term.ipv6Nets === 0 ? [] : [ipv6Text(term.ipv6Nets)]),
    ...(term.void ? ['void lookup'] : []),
  ]
  const line = [
    paint(number, overLimit ? 'red' : 'dim'),
    ` ${indent}${paint(term.text)}`,
    remarks.length > 0 ? paint(`  (${remarks.join(', ')})`, 'dim') : '',
    term.problem === null ? '' : paint(`  ${term.problem}`, 'red'),
  ].join('')
  return term.child === null ? [line] : [line, ...nodeLines(term.child, `${indent}  `, paint)]
}

function ipv6Text(nets: number): string {
  return `${grouped(nets)} IPv6 /64`
}

/** As a `BigInt`: a number this large would print zeros in place of its last digits. */
function grouped(count: number): string {
  return BigInt(count).toLocaleString('en')
}

function totals(tree: SpfTreeReply, paint: Paint): string[] {
  const least = tree.complete ? '' : 'at least '
  const ending = tree.ending === 'none' || tree.ending === 'unknown' ? tree.ending : `${tree.ending}all`
  const counts = [
    `${least}${tree.lookups} of ${lookupsMax} lookups`,
    `${least}${tree.voidLookups} of ${voidLookupsMax} void lookups`,
    `final all: ${ending}`,
    tree.ipv4 === null
      ? `at least ${grouped(tree.ipv4AtLeast)} IPv4, ${ipv6Text(tree.ipv6NetsAtLeast ?? 0)}, and more that depend on the message`
      : `${least}${grouped(tree.ipv4)} IPv4, ${ipv6Text(tree.ipv6Nets ?? 0)}`,
  ]
  const over = tree.lookups > lookupsMax || tree.voidLookups > voidLookupsMax
  return [
    paint(counts.join(', '), over ? 'red' : 'bold'),
    ...(tree.complete ? [] : [paint('Part of the tree could not be looked up.', 'yellow')]),
    ...tree.permerrors.map(problem => paint(`permerror: ${problem}`, 'red')),
  ]
}
