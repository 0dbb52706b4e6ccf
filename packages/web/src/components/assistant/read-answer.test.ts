import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnswerEnd, AnswerFailed, readAnswer } from './read-answer.ts'

/** Reads a stream with these texts after `data:`. */
async function read(...lines: string[]): Promise<AnswerEnd & { text: string }> {
  let text = ''
  const body = lines.map(line => `data: ${line}\n\n`).join('')
  const end = await readAnswer(new Response(body), piece => (text += piece))
  return { ...end, text }
}

const content = (text: string): string => JSON.stringify({ content: text })
const done = JSON.stringify({ done: true, html: '<p>All</p>', id: 'm1' })

describe('an answer of the assistant', () => {
  it('is its pieces, then the HTML of the server and the id of the message', async () => {
    const answer = await read(content('A'), content('ll'), done, '[DONE]')
    expect(answer).toEqual({ text: 'All', html: '<p>All</p>', id: 'm1' })
  })

  it('outside the chat has no id', async () => {
    expect(await read(JSON.stringify({ done: true, html: '<p>All</p>' }))).toMatchObject({ id: null })
  })

  it('ignores tools, comments and events that it does not know', async () => {
    const { text } = await read('{"tool":"get_scan"}', content('A'), '{"later":1}', done)
    expect(text).toBe('A')
    await readAnswer(new Response(`: ping\n\ndata: ${done}\n\n`), () => {
      throw new Error('a comment is no text')
    })
  })

  it('may be plain text, which ends with [DONE]', async () => {
    expect(await read('SPF is', ' fine: 5', '[DONE]')).toEqual({ text: 'SPF is fine: 5', html: null, id: null })
  })

  it('needs no empty line between its lines, nor an end of the last one', async () => {
    const pieces: string[] = []
    const lines = [content('A'), content('ll'), done].map(line => `data: ${line}`)
    expect(await readAnswer(new Response(lines.join('\n')), piece => pieces.push(piece))).toMatchObject({ id: 'm1' })
    expect(pieces).toEqual(['A', 'll'])
    const plain = readAnswer(new Response('data: SPF is\r\ndata:  fine\r\ndata: [DONE]'), piece => pieces.push(piece))
    expect(await plain).toEqual({ html: null, id: null })
    expect(pieces.slice(2)).toEqual(['SPF is', ' fine'])
  })

  it('as plain text may end with the connection', async () => {
    expect(await read('SPF is', ' fine')).toEqual({ text: 'SPF is fine', html: null, id: null })
  })

  it('with an empty end keeps the text that arrived', async () => {
    expect(await read(content('All'), '{"done":true,"html":""}')).toEqual({ text: 'All', html: null, id: null })
  })

  it.each(['5', 'true', 'null', '"quoted"', '[1]', '{not json'])('takes %s for plain text', async text => {
    expect(await read(text, '[DONE]')).toMatchObject({ text })
  })

  it('fails with the text of the server', async () => {
    const failing = read(content('A'), '{"error":"Failed to get response. Please try again."}', '[DONE]')
    await expect(failing).rejects.toThrow(new AnswerFailed('Failed to get response. Please try again.'))
  })

  it.each([
    ['nothing', []],
    ['only [DONE]', ['[DONE]']],
    ['pieces', [content('A')]],
    ['pieces and [DONE]', [content('A'), '[DONE]']],
    ['no text', ['']],
    ['a cut line of JSON', ['{"content":"Al']],
    ['pieces and a cut line of JSON', [content('A'), '{"conte']],
    ['pieces and a cut word', [content('A'), '[DO']],
    ['an end without text', ['{"done":true,"html":" "}']],
    ['an end without HTML', ['{"done":true}']],
  ])('fails when the stream has %s and then ends', async (_what, lines) => {
    await expect(read(...lines)).rejects.toThrow(AnswerFailed)
  })

  it('has the same text however the pieces are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), async pieces => {
        const { text } = await read(...pieces.map(content), done)
        expect(text).toBe(pieces.join(''))
      }),
    )
  })
})
