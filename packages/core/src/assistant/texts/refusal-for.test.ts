import { describe, expect, it } from 'vitest'
import { textsOf } from '../answers.fixture.ts'
import { readQuestion } from '../question.ts'
import { refusalCodesIn } from './codes.ts'
import { refusalTexts } from './index.ts'
import { refusalFor } from './refusal-for.ts'

const idOf = (message: string) => refusalFor(readQuestion(message))?.id ?? null

describe('a quoted refusal', () => {
  it('is recognized by each of its own phrases', () => {
    const other = refusalTexts.flatMap(({ id, by, signs }) =>
      signs.flatMap(({ codes, words }) =>
        (words ?? [])
          .map(phrase => `${receiverNames[by ?? ''] ?? ''} 550 ${codes?.[0] ?? ''} ${phrase}`)
          .filter(message => idOf(message) !== id)
          .map(message => [id, message, idOf(message)]),
      ),
    )
    expect(other).toEqual([])
  })

  it('is recognized by its codes alone, where they are of one receiver', () => {
    const other = refusalTexts.flatMap(({ id, by, signs }) =>
      signs
        .filter(({ words }) => words === undefined)
        .flatMap(({ codes }) => codes ?? [])
        .map(code => [id, code, idOf(`${receiverNames[by ?? ''] ?? ''} 550 ${code}`)])
        .filter(([, code, found]) => found !== id && !generic.has(String(code))),
    )
    expect(other).toEqual([])
  })

  it('of another receiver with the same code is explained by what the standard says', () => {
    expect(idOf('550 5.7.26 from a server of Yahoo')).toBe('authentication-codes')
    expect(idOf('550 5.7.25 said by their Exchange server')).toBe('no-reverse-dns')
  })

  it('with an unknown code is explained by its class, and says that it is not known', () => {
    const text = refusalFor(readQuestion('550 5.7.998 Some text of a receiver'))
    expect(text?.id).toBe('refusal-by-class')
    const said = textsOf(text?.answer ?? []).join('\n')
    expect(said).toContain('I do not know what this receiver means by 5.7.998.')
    expect(said).toContain('5 is permanent')
    expect(said).toContain('security or policy')
  })

  it('with an unknown temporary code says that the server tries again', () => {
    const said = textsOf(refusalFor(readQuestion('451 4.3.9 try later'))?.answer ?? []).join('\n')
    expect(said).toContain('4 is temporary')
    expect(said).toContain('the mail system that receives')
  })

  it('with a reply code alone asks for the whole line', () => {
    expect(textsOf(refusalFor(readQuestion('Error 554, what is that?'))?.answer ?? []).join('\n')).toContain(
      'ask again with the whole line',
    )
  })

  it.each([
    'We have 550 domains',
    'RFC 5321 section 4.2.1',
    'Is 192.0.2.5 ours?',
    'Which address is 5.7.26.1?',
    'version 4.5.6 of the plugin',
  ])('is not in: %s', message => {
    expect(refusalFor(readQuestion(message))?.id ?? null).toBeNull()
  })

  it('can have an address, which is no code', () => {
    expect(refusalCodesIn(readQuestion('550-5.7.1 [203.0.113.9 12] blocked, see 5.7.26'))).toEqual({
      enhanced: ['5.7.1', '5.7.26'],
      replies: ['550'],
    })
  })
})

const receiverNames: Readonly<Record<string, string>> = {
  gmail: 'Gmail',
  microsoft: 'Outlook',
  yahoo: 'Yahoo',
  gmx: 'GMX',
  apple: 'iCloud',
}

/** Codes of RFC 7372 that a text of a receiver has, too. */
const generic: ReadonlySet<string> = new Set(['5.7.23', '5.7.24', '4.7.24', '5.7.26', '4.7.26', '5.7.25', '4.7.25'])
