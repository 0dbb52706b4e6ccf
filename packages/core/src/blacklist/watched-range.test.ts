import { describe, expect, it } from 'vitest'
import { readWatchedRange } from './watched-range.ts'

describe('a range to watch', () => {
  it.each([
    ['8.26.56.10', '8.26.56.10', 1],
    [' 8.26.56.10 ', '8.26.56.10', 1],
    ['8.26.56.10/32', '8.26.56.10', 1],
    ['8.26.56.77/28', '8.26.56.64/28', 16],
    ['8.26.56.0/24', '8.26.56.0/24', 256],
    ['2A00:1450::1', '2a00:1450::1', 1],
    ['2a00:1450::ff/120', '2a00:1450::/120', 256],
    ['::ffff:8.26.56.10', '8.26.56.10', 1],
    ['::FFFF:081a:380a', '8.26.56.10', 1],
    ['::ffff:8.26.56.77/124', '8.26.56.64/28', 16],
    ['::ffff:8.26.56.0/120', '8.26.56.0/24', 256],
  ])('%j is %s, %i addresses', (text, range, count) => {
    const read = readWatchedRange(text)
    expect(read).toMatchObject({ range })
    expect(typeof read === 'object' && new Set(read.addresses).size).toBe(count)
  })

  it('names each of its addresses, in order', () => {
    expect(readWatchedRange('8.26.56.255/30')).toEqual({
      range: '8.26.56.252/30',
      addresses: ['8.26.56.252', '8.26.56.253', '8.26.56.254', '8.26.56.255'],
    })
  })

  it.each([
    ['', 'no-range'],
    ['mail.example.com', 'no-range'],
    ['8.26.56', 'no-range'],
    ['8.26.56.10/33', 'no-range'],
    ['8.26.56.010', 'no-range'],
    ['8.26.56.10-20', 'no-range'],
    ['8.26.56.0/23', 'too-large'],
    ['0.0.0.0/0', 'too-large'],
    ['::/0', 'too-large'],
    ['::ffff:8.26.56.0/119', 'too-large'],
    ['::ffff:0:0/96', 'too-large'],
    ['::ffff:8.26.56.10/95', 'too-large'],
    ['10.1.2.3', 'not-public'],
    ['127.0.0.1', 'not-public'],
    ['192.168.1.0/24', 'not-public'],
    ['::ffff:10.1.2.3', 'not-public'],
    ['fe80::1', 'not-public'],
  ])('%j is refused: %s', (text, problem) => {
    expect(readWatchedRange(text)).toBe(problem)
  })
})
