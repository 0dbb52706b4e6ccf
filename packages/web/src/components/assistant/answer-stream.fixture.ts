/** An answer of the assistant that a test writes piece by piece. */
export interface AnswerStream {
  response: Response
  gives: (markdown: string) => Promise<void>
  /** The last piece, the server's HTML, and the end. */
  ends: (markdown: string, html: string, id?: string) => Promise<void>
  /** The server reports a failure. */
  fails: (text: string) => Promise<void>
  /** The connection ends after this piece. */
  breaks: (markdown: string) => Promise<void>
}

export function anAnswerStream(): AnswerStream {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  // The reader may be gone.
  const write = (data: string) => writer.write(encoder.encode(`data: ${data}\n\n`)).catch(() => {})
  const gives = (content: string) => write(JSON.stringify({ content }))
  const close = () => writer.close().catch(() => {})
  return {
    response: new Response(readable, { headers: { 'content-type': 'text/event-stream' } }),
    gives,
    ends: async (markdown, html, id) => {
      await gives(markdown)
      await write(JSON.stringify({ done: true, html, ...(id !== undefined && { id }) }))
      await write('[DONE]')
      await close()
    },
    fails: async text => {
      await write(JSON.stringify({ error: text }))
      await write('[DONE]')
      await close()
    },
    breaks: async markdown => {
      await gives(markdown)
      await close()
    },
  }
}
