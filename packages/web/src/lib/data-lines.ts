/** No event of ours comes near this; a line without an end must not fill the memory. */
export const eventCharactersMax = 16_000_000

/**
 * What follows `data:` on each line of an answer, as it comes: a line counts without an empty line after it, and the last
 * one without its end. Rejects when the answer breaks off, and at a line longer than `eventCharactersMax`.
 */
export async function* dataLinesOf(response: Response): AsyncGenerator<string> {
  let parts: string[] = []
  let size = 0
  for await (const piece of piecesOf(response)) {
    // A CRLF gives an empty line more, which has no data.
    const [rest = '', ...lines] = piece.split(/[\r\n]/).toReversed()
    for (const line of lines.toReversed()) {
      yield* dataOf([...parts, line].join(''))
      parts = []
      size = 0
    }
    parts.push(rest)
    size += rest.length
    if (size > eventCharactersMax) throw new Error('A line of the stream is too long')
  }
  yield* dataOf(parts.join(''))
}

function dataOf(line: string): string[] {
  return line.startsWith('data:') ? [line.slice(line.startsWith('data: ') ? 6 : 5)] : []
}

/** The decoded text of an answer, as it comes. */
export async function* piecesOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  const decoder = new TextDecoder()
  const body = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await body.read()
      yield decoder.decode(value, { stream: !done })
      if (done) return
    }
  } finally {
    await body.cancel().catch(() => {})
  }
}
