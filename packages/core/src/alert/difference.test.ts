import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownPair } from './difference.ts'
import { renderEmail } from './email.ts'
import { messageOf, weakened } from './messages.fixture.ts'
import { renderSlack } from './slack.ts'
import { renderTeams } from './teams.ts'
import { boundedValues, comparedLines } from './values.ts'
import { renderWebhook } from './webhook.ts'

const networks = Array.from({ length: 60 }, (_, at) => `ip4:192.0.0.${at}`).join(' ')

describe('a long text is shown with the part that differs and its surroundings', () => {
  // ossec/ossec-hids#455, sourcegraph/sourcegraph-public-snapshot#49979
  it.each([
    [
      'at its end',
      [`v=spf1 ${networks} -all`, `v=spf1 ${networks} ip4:203.0.113.5 ~all`],
      [
        '…ip4:192.0.0.56 ip4:192.0.0.57 ip4:192.0.0.58 ip4:192.0.0.59 -all',
        '…ip4:192.0.0.57 ip4:192.0.0.58 ip4:192.0.0.59 ip4:203.0.113.5 ~all',
      ],
    ],
    [
      'at its beginning',
      [`v=spf1 ${networks} -all`, `v=spf1 mx ${networks} -all`],
      [
        'v=spf1 ip4:192.0.0.0 ip4:192.0.0.1 ip4:192.0.0.2 ip4:192.0.0.3 ip4:192.0.0.4 i…',
        'v=spf1 mx ip4:192.0.0.0 ip4:192.0.0.1 ip4:192.0.0.2 ip4:192.0.0.3 ip4:192.0.0.…',
      ],
    ],
  ])('%s', (_, [one = '', other = ''], expected) => {
    expect(shownPair(one, other, 80)).toEqual(expected)
  })

  it('never with half a character, where two differ in their second half only', () => {
    const around = 'x'.repeat(200)
    // U+1F600 and U+1F601; then two of the same second half, U+1F600 and U+1FA00.
    for (const [one, other] of [
      ['\u{1F600}', '\u{1F601}'],
      ['\u{1F600}', '\u{1FA00}'],
    ] as const) {
      const [first, second] = shownPair(`${around}${one}${around}`, `${around}${other}${around}`, 80)
      expect(first).toContain(one)
      expect(second).toContain(other)
      expect(`${first}${second}`.isWellFormed()).toBe(true)
    }
  })

  it('in its middle, at both places where it differs in two, and where only the length differs', () => {
    const [one, other] = shownPair(
      `v=spf1 ${networks} ip4:1.2.3.4 ${networks}`,
      `v=spf1 ${networks} ip4:1.2.9.4 ${networks}`,
      80,
    )
    expect([one.includes('1.2.3.4'), other.includes('1.2.9.4')]).toEqual([true, true])
    const two = shownPair(`p=reject ${networks} rua=a`, `p=none ${networks} rua=b`, 80)
    expect(two.map(text => [text.slice(0, 8), text.at(-1)])).toEqual([
      ['p=reject', 'a'],
      ['p=none i', 'b'],
    ])
    expect(shownPair('x'.repeat(1000), 'x'.repeat(1001), 80)).toEqual([
      expect.stringContaining('(1,000 characters)'),
      expect.stringContaining('(1,001 characters)'),
    ])
  })
})

it.each([
  ['a blank at the end', 'v=spf1 -all', 'v=spf1 -all ', 'v=spf1 -all[U+0020]'],
  ['a blank at the beginning', 'v=spf1 -all', ' v=spf1 -all', '[U+0020]v=spf1 -all'],
  ['a second blank', 'v=spf1 mx -all', 'v=spf1  mx -all', 'v=spf1 [U+0020]mx -all'],
  ['a no-break space', 'v=spf1 mx -all', 'v=spf1\u00a0mx -all', 'v=spf1[U+00A0]mx -all'],
  ['a narrow no-break space', 'v=spf1 mx -all', 'v=spf1\u202fmx -all', 'v=spf1[U+202F]mx -all'],
  ['a zero-width space', 'v=spf1 mx -all', 'v=spf1 \u200bmx -all', 'v=spf1 \\u{200b}mx -all'],
  ['a soft hyphen', 'v=spf1 mx -all', 'v=spf1 m\u00adx -all', 'v=spf1 m\\u{ad}x -all'],
  ['a byte order mark', 'v=spf1 -all', '\ufeffv=spf1 -all', '[U+FEFF]v=spf1 -all'],
  ['a letter of another script', 'include:paypal.com', 'include:p\u0430ypal.com', 'include:p[U+0430]ypal.com'],
  ['a letter in another form', 'b\u00fccher.example', 'bu\u0308cher.example', 'bu[U+0308]cher.example'],
  ['a letter of full width', 'v=spf1 -all', 'v=spf1 -\uff41ll', 'v=spf1 -[U+FF41]ll'],
  ['a variation selector', 'a\u2764b', 'a\u2764\ufe0fb', 'a[U+2764][U+FE0F]b'],
  ['a grapheme joiner', 'ab', 'a\u034fb', 'a[U+034F]b'],
  ['a filler', 'ab', 'a\u3164b', 'a[U+3164]b'],
])('%s is named', (_, one, other, expected) => {
  const [first, second] = shownPair(one, other, 80)
  expect(second).toBe(expected)
  expect(first).not.toBe(second)
})

it.each([
  [1, '1', ['1'], ['"1"']],
  ['true', true, ['"true"'], ['true']],
  [
    [1, 'a'],
    ['1', 'a'],
    ['1', 'a'],
    ['"1"', 'a'],
  ],
  [null, '(none)', ['(none)'], ['"(none)"']],
  ['', '(empty)', ['(empty)'], ['"(empty)"']],
  ['1', '2', ['1'], ['2']],
])('%j and %j do not read alike', (old, now, before, after) => {
  expect(comparedLines(old, now, { lines: 4, line: 80 })).toEqual({ before, now: after })
})

it('words in their own letters stay readable where they differ as words', () => {
  expect(shownPair('b\u00fccher.example', 'b\u00e4cker.example', 80)).toEqual([
    'b\u00fccher.example',
    'b\u00e4cker.example',
  ])
})

it('of a set, the records that differ come first where not all of them are shown', () => {
  const servers = Array.from({ length: 9 }, (_, at) => `10 mx${at}.example.net`)
  const room = { lines: 4, line: 80 }
  expect(comparedLines(servers, [...servers.slice(0, 8), '10 mx8.example.org'], room)).toEqual({
    before: ['10 mx8.example.net', '10 mx0.example.net', '10 mx1.example.net', '… and 6 more'],
    now: ['10 mx8.example.org', '10 mx0.example.net', '10 mx1.example.net', '… and 6 more'],
  })
  expect(comparedLines(['10 a.example'], ['10 a.example', '20 b.example'], room)).toEqual({
    before: ['10 a.example'],
    now: ['10 a.example', '20 b.example'],
  })
})

const piece = fc.constantFrom('x', ' ', 'ip4:192.0.2.1 ', '&', '\u00a0', '\u200b', '😀', '\u{20}', 'é', '[U+00A0]')
const text = fc.array(piece, { maxLength: 80 }).map(pieces => pieces.join(''))

it('different texts never read the same, and fit', () => {
  fc.assert(
    fc.property(text, text, text, text, fc.constantFrom(80, 500), (start, one, other, end, max) => {
      fc.pre(one !== other)
      const pair = shownPair(start + one + end, start + other + end, max)
      expect(pair[0]).not.toBe(pair[1])
      for (const shown of pair) expect(shown.length).toBeLessThanOrEqual(max)
    }),
    { numRuns: 300 },
  )
})

describe('every channel shows the part that differs, alone and in a digest', () => {
  const alert = { ...weakened, old_value: `v=spf1 ${networks} -all`, new_value: `v=spf1 ${networks} ~all` }
  const many = Array.from({ length: 20 }, () => alert)
  it.each([
    ['one alert', messageOf(alert)],
    ['a digest', messageOf(...many)],
    [
      'sets of records',
      messageOf({ ...alert, old_value: [alert.old_value, 'v=spf1 a'], new_value: [alert.new_value, 'v=spf1 a'] }),
    ],
  ])('%s', (_, message) => {
    const bodies = [
      renderSlack(message),
      renderTeams(message),
      renderEmail(message).text,
      renderEmail(message).html,
      renderWebhook(message),
    ]
    for (const body of bodies) {
      const written = JSON.stringify(body)
      expect(written).toContain('ip4:192.0.0.59 -all')
      expect(written).toContain('ip4:192.0.0.59 ~all')
    }
  })

  it('also to programs, of a text beyond their limit', () => {
    const long = 'include:a.example.net '.repeat(100)
    const [old, now] = boundedValues(`v=spf1 ${long}-all`, [`v=spf1 ${long}~all`])
    expect(JSON.stringify([old, now])).toMatch(/ -all",\[".* ~all"\]\]$/)
  })
})
