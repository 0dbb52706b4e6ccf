/** The longest line that a request may write to the log, with its line feed, in bytes. */
const lineMax = 1_024

/** How much of each text is left in a line that is too long, in characters: the first that makes it short enough. */
const textMax = [240, 120, 60, 30]

/**
 * A line of the log as it is, or shortened if a request wrote more than a kilobyte: what a stranger sends must not fill the
 * disk, whatever error quotes it. Each text keeps its beginning, and a stack its first places. Lines of jobs stay whole,
 * because no stranger decides how many there are.
 */
export function shortLine(line: string): string {
  if (Buffer.byteLength(line) <= lineMax || !line.includes('"request_id":')) return line
  const record: unknown = JSON.parse(line)
  for (const max of textMax) {
    const shorter = `${JSON.stringify(shortened(record, max))}\n`
    if (Buffer.byteLength(shorter) <= lineMax) return shorter
  }
  const { level, time, request_id, msg } = record as Readonly<Record<string, unknown>>
  return `${JSON.stringify(shortened({ level, time, request_id, msg }, 60))}\n`
}

function shortened(value: unknown, max: number): unknown {
  if (typeof value === 'string') return value.length > max ? `${value.slice(0, max)}…` : value
  if (Array.isArray(value)) return value.slice(0, 5).map(item => shortened(item, max))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === 'stack' && typeof field === 'string' ? shortStack(field, max) : shortened(field, max),
    ]),
  )
}

/** The beginning of the message, and as many places as twice its length holds. */
function shortStack(stack: string, max: number): string {
  const lines = stack.split('\n')
  const firstPlace = lines.findIndex(line => line.startsWith('    at '))
  const places = firstPlace === -1 ? [] : lines.slice(firstPlace)
  let text = String(shortened(lines[0] ?? '', max))
  const end = text.length + 2 * max
  for (const place of places) {
    if (text.length + place.length >= end) break
    text += `\n${place}`
  }
  return text
}
