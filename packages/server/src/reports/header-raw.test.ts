import { describe, expect, it } from 'vitest'
import { headerIn } from './header-raw.ts'

describe('the header in a pasted text', () => {
  it.each([
    ['ends at the first empty line', 'A: 1\r\nB: 2\r\n\r\nbody', { header: 'A: 1\r\nB: 2', first: 1, hasBody: true }],
    ['begins behind empty lines', '\n \n\nA: 1\n', { header: 'A: 1', first: 4, hasBody: false }],
    ['ends at a line of white space', 'A: 1\n \t\nbody', { header: 'A: 1', first: 1, hasBody: true }],
    ['may be all of it', 'A: 1\n b', { header: 'A: 1\n b', first: 1, hasBody: false }],
    ['may be nothing', '\n\n', { header: '', first: 3, hasBody: false }],
  ])('%s', (_, raw, found) => {
    expect(headerIn(raw)).toEqual(found)
  })
})
