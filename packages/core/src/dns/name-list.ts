/** One name from the input: as written, and normalized; null: no domain name. */
export interface GivenName {
  input: string
  name: string | null
}

/** Usual headings of a column of names, the most reliable first. */
const headings = (
  'domain,domains,domain name,domain names,domainname,fqdn,zone,hostname,host,website,url,site,' +
  'email,e mail,email address,mail,name'
).split(',')

/**
 * Extracts the names from a pasted list or a CSV, each once, in order. Names are on separate lines, or separated by
 * commas, semicolons, tabs or spaces; in quotes, in angle brackets, as URL or email address. In a table, only the
 * column of names is read. A table has a header row, or a second cell in every row that is never a name.
 *
 * @param max stops after this many different names
 * @param nameOf normalizes a domain name, null for other texts; called once for each spelling
 */
export function readNameList(text: string, max: number, nameOf: (input: string) => string | null): GivenName[] {
  const read = new Map<string, string | null>()
  const nameIn = (cell: string): string | null => {
    const known = read.get(cell)
    if (known !== undefined) return known
    const name = nameOf(cell)
    read.set(cell, name)
    return name
  }

  const given = new Map<string, GivenName>()
  for (const cell of cellsToRead(rowsOf(text), nameIn)) {
    const words = nameIn(cell) === null ? cell.split(/\s+/) : [cell]
    const inputs = words.every(word => nameIn(word) !== null) ? words : [cell]
    for (const input of inputs) {
      const name = nameIn(input)
      const key = name ?? `not a name: ${input}`
      if (!given.has(key)) given.set(key, { input, name })
    }
    if (given.size >= max) break
  }
  return [...given.values()].slice(0, max)
}

function* cellsToRead(rows: readonly string[][], nameIn: (cell: string) => string | null): Generator<string> {
  const [first = [], ...others] = rows
  const titles = first.map(title => title.toLowerCase().replace(/[\s_-]+/g, ' '))
  const isHeader = first.every(cell => nameIn(cell) === null)
  const heading = isHeader ? headings.find(heading => titles.includes(heading)) : undefined
  const body = heading === undefined ? rows : others
  const hasTitles = heading !== undefined && first.length > 1
  const isTable =
    hasTitles || (rows.length > 1 && rows.every(([, second]) => second !== undefined && nameIn(second) === null))
  const column = hasTitles ? titles.indexOf(heading) : 0
  for (const row of body) {
    for (const cell of isTable ? [row[column] ?? ''] : row) if (cell !== '') yield cell
  }
}

/** The cells of each non-empty line. Linear time: an unclosed quote is an ordinary character. */
function rowsOf(text: string): string[][] {
  // A cell in quotes, which may hold separators and doubled quotes (RFC 4180), or up to the next separator.
  const cellPattern = /[ ]*"((?:[^"]|"")*)"[ ]*(?=[,;\t\r\n]|$)|[^,;\t\r\n]*/y
  const rows: string[][] = [[]]
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at <= text.length; at += 1) {
    cellPattern.lastIndex = at
    const [whole = '', quoted] = cellPattern.exec(text) ?? []
    rows.at(-1)?.push(bare(quoted?.replaceAll('""', '"') ?? whole))
    at += whole.length
    if (text[at] === '\n' || text[at] === '\r') rows.push([])
  }
  return rows.filter(row => row.some(cell => cell !== ''))
}

/** A character that may surround a name. */
const around = /[\s"'`‘’“”«»]/

/** The name inside `Alex <alex@example.com>`, `'example.com'`, `“example.com”`. */
function bare(cell: string): string {
  const [, inside = cell] = /<([^<>]*)>\s*$/.exec(cell) ?? []
  let [start, end] = [0, inside.length]
  while (start < end && around.test(inside.charAt(start))) start += 1
  while (start < end && around.test(inside.charAt(end - 1))) end -= 1
  return inside.slice(start, end)
}
