/** A line of input, or the report that a line was too long. */
export type Line = { text: string } | { tooLong: true }

/**
 * Splits a byte stream into lines at LF and drops a CR before it. Reports a line of more than `maxBytes` once and skips
 * it, so an endless line neither fills the memory nor ends the run.
 */
export async function* readLines(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let size = 0
  let skipping = false
  const decoder = new TextDecoder()
  const take = (): Line => {
    const line: Line = skipping ? { tooLong: true } : { text: decoder.decode(Buffer.concat(parts)).replace(/\r$/, '') }
    parts = []
    size = 0
    skipping = false
    return line
  }
  const keep = (part: Uint8Array) => {
    size += part.length
    if (size > maxBytes) {
      skipping = true
      parts = []
    } else {
      parts.push(part)
    }
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    if (start < chunk.length) keep(chunk.subarray(start))
  }
  if (size > 0) yield take()
}
