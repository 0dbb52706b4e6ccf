import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesMxPattern, mtaStsFaultText, parseMtaStsPolicy, readMtaStsRecords } from './mta-sts.ts'

describe('the MTA-STS record', () => {
  it.each([
    ['v=STSv1; id=20160831085700Z;', '20160831085700Z'],
    ['v=STSv1;id=1', '1'],
    ['v=STSv1 \t;\t id=1 ; more=things', '1'],
    ['v=STSv1; more=first; id=abc', 'abc'],
    ['v=STSv1; id=1; id=2', '1'],
  ])('%j has the id %s', (text, id) => {
    expect(readMtaStsRecords([text])).toEqual({ state: 'valid', id })
  })

  it.each([
    ['v=STSv1; id=', '"id=" is not written as name=value'],
    ['v=STSv1;', 'the record has no id'],
    ['v=STSv1; ID=1', 'the record has no id'],
    ['v=STSv1; id=2026-11-20', 'the id 2026-11-20 is not 1 to 32 letters and digits'],
    [`v=STSv1; id=${'1'.repeat(33)}`, `the id ${'1'.repeat(33)} is not 1 to 32 letters and digits`],
    ['v=STSv1; id=1;; more=1', '"" is not written as name=value'],
    ['v=STSv1; id = 1', '"id = 1" is not written as name=value'],
    ['V=STSv1; id=1', 'the record does not begin with exactly v=STSv1;'],
    ['v=STSv1', 'the record does not begin with exactly v=STSv1;'],
    [' v=STSv1; id=1', 'the record does not begin with exactly v=STSv1;'],
    ['"v=STSv1; id=1"', 'the record does not begin with exactly v=STSv1;'],
    ['\xef\xbb\xbfv=STSv1; id=1', 'the record does not begin with exactly v=STSv1;'],
    ['v=STSv2; id=1', 'the record does not begin with exactly v=STSv1;'],
  ])('%j is broken: %s', (text, problem) => {
    expect(readMtaStsRecords([text])).toEqual({ state: 'invalid', problem })
  })

  it('is missing where other texts stand, as a wildcard brings them', () => {
    expect(readMtaStsRecords([])).toEqual({ state: 'missing' })
    expect(readMtaStsRecords(['v=spf1 -all', 'v=DMARC1; p=none'])).toEqual({ state: 'missing' })
  })

  it('is the only one: of several none is used, and others beside it do not count', () => {
    expect(readMtaStsRecords(['v=STSv1; id=1', 'v=STSv1; id=2'])).toEqual({
      state: 'invalid',
      problem: 'there are 2 records, but only one is allowed',
    })
    expect(readMtaStsRecords(['v=STSv1; id=1', 'v=spf1 -all', 'V=STSV1; id=2'])).toEqual({ state: 'valid', id: '1' })
  })
})

const policy = (...lines: string[]): ReturnType<typeof parseMtaStsPolicy> => parseMtaStsPolicy(lines.join('\n'))
const whole = ['version: STSv1', 'mode: enforce', 'mx: mail.example.com', 'max_age: 604800']

describe('the MTA-STS policy', () => {
  it('of RFC 8461 section 3.2 is read', () => {
    const text =
      'version: STSv1\nmode: enforce\nmx: mail.example.com\nmx: *.example.net\nmx: backupmx.example.com\nmax_age: 604800\n'
    expect(parseMtaStsPolicy(text)).toEqual({
      mode: 'enforce',
      maxAge: 604_800,
      mx: ['mail.example.com', '*.example.net', 'backupmx.example.com'],
      errors: [],
      warnings: [],
    })
  })

  it('may end its lines in CRLF or LF, mixed, and the last one not at all', () => {
    const read = parseMtaStsPolicy(whole.join('\r\n'))
    expect(read).toEqual(parseMtaStsPolicy(`${whole.join('\n')}\n`))
    expect(parseMtaStsPolicy(`${whole.slice(0, 2).join('\n')}\r\n${whole.slice(2).join('\r\n')}\r\n`)).toEqual(read)
    expect(read.errors).toEqual([])
    expect(parseMtaStsPolicy(whole.join('\r')).errors).not.toEqual([])
  })

  it('may have its lines in any order, blanks at their ends and keys of its own', () => {
    expect(policy(...whole.toReversed(), 'x-more.things: what ever').errors).toEqual([])
    expect(policy('version:STSv1', 'mode:\tenforce  ', 'mx: MAIL.example.com \t', 'max_age:86400')).toMatchObject({
      mode: 'enforce',
      mx: ['mail.example.com'],
      errors: [],
    })
  })

  it('counts the first of a key given twice, and says so', () => {
    const { mode, errors, warnings } = policy(...whole, 'mode: none')
    expect({ mode, errors }).toEqual({ mode: 'enforce', errors: [] })
    expect(warnings).toEqual(['mode is given more than once, and the first one counts'])
  })

  it.each([
    [['mode: enforce', 'mx: a.example', 'max_age: 86400'], 'the policy has no line version: STSv1'],
    [['version: stsv1', 'mode: enforce', 'mx: a.example', 'max_age: 86400'], 'the policy has no line version: STSv1'],
    [['Version: STSv1', 'mode: enforce', 'mx: a.example', 'max_age: 86400'], 'the policy has no line version: STSv1'],
    [['\u00EF\u00BB\u00BFversion: STSv1', ...whole], 'line 1 is not written as key: value'],
    [
      ['version: STSv1', 'mode: Enforce', 'mx: a.example', 'max_age: 86400'],
      'the policy has no mode of enforce, testing or none',
    ],
    [['version: STSv1', 'mode: enforce', 'max_age: 86400'], 'the policy has no mx line'],
    [['version: STSv1', 'mode: enforce', 'mx: a.example'], 'the policy has no max_age from 0 to 31557600 seconds'],
    [['version: STSv1', 'mode: none', 'max_age: 31557601'], 'the policy has no max_age from 0 to 31557600 seconds'],
    [['version: STSv1', 'mode: none', 'max_age: -1'], 'the policy has no max_age from 0 to 31557600 seconds'],
    [['version: STSv1', 'mode: none', 'max_age: 1e3'], 'the policy has no max_age from 0 to 31557600 seconds'],
    [[...whole, 'mx: *'], 'the mx entry * is not a valid host name'],
    [[...whole, 'mx: mail.*.example'], 'the mx entry mail.*.example is not a valid host name'],
    [[...whole, 'mx: mail.example.com.'], 'the mx entry mail.example.com. is not a valid host name'],
    [[...whole, 'mx: .example.com'], 'the mx entry .example.com is not a valid host name'],
    [[...whole, 'mx:'], 'an mx entry is empty'],
    [[...whole, '<html>'], 'line 5 is not written as key: value'],
  ])('%j is broken: %s', (lines, problem) => {
    expect(policy(...lines).errors.map(mtaStsFaultText)).toContain(problem)
  })

  it('of the mode none needs no mx', () => {
    expect(policy('version: STSv1', 'mode: none', 'max_age: 0')).toMatchObject({
      mode: 'none',
      errors: [],
      warnings: [],
    })
  })

  it('that is kept for an hour protects little', () => {
    const { warnings } = policy('version: STSv1', 'mode: enforce', 'mx: a.example', 'max_age: 3600')
    expect(warnings).toEqual([
      'max_age is 3600 seconds, and a policy cached for less than a day gives little protection',
    ])
  })

  it('of a million lines is refused, not read', () => {
    expect(parseMtaStsPolicy('mx: a.example\n'.repeat(1_000_000)).errors).toContainEqual({ code: 'lines', detail: '' })
  })
})

describe('an MX host', () => {
  it.each([
    ['mail.example.com', 'mail.example.com', true],
    ['mail.example.com', 'MAIL.Example.com', true],
    ['*.example.com', 'mail.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'a.mail.example.com', false],
    ['*.example.com', 'mailexample.com', false],
    ['*.example.com', '.example.com', false],
    ['example.com', 'mail.example.com', false],
  ])('the pattern %s and %s: %s', (pattern, host, expected) => {
    expect(matchesMxPattern(pattern, host)).toBe(expected)
  })
})

describe('whatever the octets', () => {
  const octets = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code)),
    maxLength: 400,
  })
  const near = fc.array(fc.oneof(octets, fc.constantFrom('v=STSv1;', 'id=1', ';', '\n', '\r\n', ...whole)), {
    maxLength: 12,
  })

  it('records and policies are read without an error, and problems can be shown', () => {
    fc.assert(
      fc.property(near, parts => {
        const record = readMtaStsRecords([parts.join('')])
        const read = parseMtaStsPolicy(parts.join(''))
        const texts = [
          ...(record.state === 'invalid' ? [record.problem] : []),
          ...read.errors.map(mtaStsFaultText),
          ...read.warnings,
        ]
        for (const text of texts) expect(text).toMatch(/^[^\p{C}]{1,200}$/u)
        if (read.errors.length === 0) expect(read.mode === 'none' || read.mx.length > 0).toBe(true)
      }),
    )
  })

  it('a wildcard allows exactly the names one label below', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 1, maxLength: 5 }),
        fc.array(label, { minLength: 1, maxLength: 3 }),
        (front, base) => {
          expect(matchesMxPattern(`*.${base.join('.')}`, [...front, ...base].join('.'))).toBe(front.length === 1)
        },
      ),
    )
  })
})
