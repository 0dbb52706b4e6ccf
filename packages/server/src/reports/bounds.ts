/** A message or a zone can have thousands of everything: what a report shows of it at most. */
export const bounds = {
  findings: 50,
  /** Of one finding of a message. */
  headerLines: 3,
  hops: 200,
  /** Any other list. */
  items: 50,
  vendors: 40,
  /** Of a domain. */
  domainFindings: 300,
  /** The findings end on this page, the evidence on the other one: what is hostile has long texts and many records. */
  findingsTo: 100,
  evidenceTo: 160,
  /** SPF records of one name: with two, receivers use none. */
  spfRecords: 6,
  evidence: 150,
  evidencePerFinding: 6,
  lists: 100,
  terms: 250,
  keys: 30,
  unchecked: 150,
  /** Of a published record, in lines as drawn: a DNS answer can have 64 KB. */
  recordLines: 40,
  /** Of a text, in characters, as the screen shows it at first. */
  text: 600,
  /** Of the same with its hidden characters as code points. */
  shown: 600,
  /** Of a text in a cell of a table. */
  cell: 160,
  /** Of the raw header, in lines as drawn: about seven pages. */
  rawLines: 420,
  /** Of the font, in all texts of a report: each is a part that is set by itself, with costs in memory and time. */
  fontChanges: 5_000,
} as const

/** The beginning of a text, with an ellipsis where something is cut off. */
export function cut(text: string, most: number = bounds.text): string {
  if (text.length <= most) return text
  return `${Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('')}…`
}

/** The beginning of a list, and a sentence on what is left out; null: nothing is. */
export function firstOf<Item>(
  items: readonly Item[],
  most: number,
  [one, many]: readonly [string, string],
): { shown: readonly Item[]; rest: string | null } {
  const left = items.length - most
  if (left <= 0) return { shown: items, rest: null }
  const what = left === 1 ? one : many
  return { shown: items.slice(0, most), rest: `${left.toLocaleString('en')} more ${what} not shown here.` }
}
