import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { includes, isEmpty, sameSet, union } from './address-set.ts'
import { isSpfRecord, parseSpf } from './record.ts'
import { repairSpf } from './repair.ts'
import { brokenRecords, octets, passing } from './testing/broken-records.ts'

const mechanism = fc.constantFrom(
  'mx',
  'a',
  'include:a.example',
  'include:b.example',
  'ip4:203.0.113.0/28',
  'ip6:2001:db8::/48',
  '-ip4:203.0.113.7',
  '?a:mail.example.net',
  'a:mail.example.net',
)
const ending = fc.constantFrom('-all', '~all')
const validRecord = fc
  .tuple(fc.uniqueArray(mechanism, { minLength: 1, maxLength: 6 }), ending)
  .filter(([terms]) => terms.some(term => !/^[-?]/.test(term)))
  .map(([terms, all]) => `v=spf1 ${terms.join(' ')} ${all}`)

/** Mistakes that leave no doubt about what is meant. */
const mistakes: readonly ((record: string) => string)[] = [
  record => ` ${record}`,
  record => `\ufeff${record}`,
  record => `"${record}"`,
  record => `“${record}”`,
  record => record.replace('v=spf1', 'v=spf1;'),
  record => record.replace('v=spf1', 'V = SPF1'),
  record => record.replace('v=spf1 ', 'spf1 '),
  record => record.replaceAll(' ', '; '),
  record => record.replaceAll(' ', '\u00a0'),
  record => record.replaceAll(' ', '" "'),
  record => record.replace(/-all$/, '–all'),
  record => record.replace(/([-~])all$/, '$1al'),
  record => `${record}.`,
  record => record.replaceAll('include:', 'include: ').replace('v=spf1', 'v=spf1,'),
  record => record.replaceAll('ip4:', 'ipv4:').replace('v=spf1', 'v=spf1;'),
  record => record.replaceAll('ip6:', 'ip4:').replace(/all$/, 'all;'),
  record => record.replace('include:', 'include='),
]

describe('never lets a server pass that was not meant to', () => {
  it('a record with one or two mistakes means what it was before', async () => {
    await fc.assert(
      fc.asyncProperty(
        validRecord,
        fc.subarray([...mistakes], { minLength: 1, maxLength: 2 }),
        async (record, made) => {
          const broken = made.reduce((text, mistake) => mistake(text), record)
          const repaired = repairSpf([octetsOfText(broken)])
          // An include with an equals sign does nothing beside other senders, and stays so.
          const isEvaluated =
            isSpfRecord(broken) && parseSpf(broken).problems.every(({ severity }) => severity !== 'error')
          const evaluated = await passing(broken)
          const meant = isEvaluated && !isEmpty(evaluated) ? evaluated : await passing(record)
          // Two mistakes may leave a doubt.
          if (repaired.record === null) expect(isEvaluated || made.length > 1).toBe(true)
          else {
            // So does a record whose senders another term refuses.
            const isDoubtful = made.length > 1 || (isEvaluated && isEmpty(evaluated))
            expect((isDoubtful ? includes : sameSet)(meant, await passing(repaired.record))).toBe(true)
          }
        },
      ),
    )
  })

  it('whatever is published', async () => {
    const word = fc.oneof(
      mechanism,
      fc.constantFrom(
        '+all',
        'all',
        '?all',
        '-all',
        '~all',
        'redirect=a.example',
        'redirect=b.example',
        'include=b.example',
        'ip4:0.0.0.0/0',
        'ip4:128.0.0.0/1',
        'v=spf1',
        'exp=x.example',
      ),
    )
    const text = fc.array(word, { maxLength: 7 }).map(words => ['v=spf1', ...words].join(' '))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async texts => {
        const { record } = repairSpf(texts)
        if (record === null) return
        expect(isSpfRecord(record)).toBe(true)
        const before = union(...(await Promise.all(texts.map(each => passing(each)))))
        const errors = parseSpf(record).problems.filter(({ severity }) => severity === 'error')
        expect(errors).toEqual([])
        // Records with an error, and several of them, let no server pass; their terms one by one say what was meant.
        const words = texts.flatMap(each => each.split(' ').slice(1))
        const alone = await Promise.all(
          words.map(each => passing(`v=spf1 ${each.replace('=', ':').replace('redirect:', 'include:')}`)),
        )
        const isBroken =
          texts.length > 1 || texts.some(each => parseSpf(each).problems.some(({ severity }) => severity === 'error'))
        // Of a record that names no sender otherwise, the terms that receivers ignore say what was meant.
        const end = words.findIndex(each => /^[-~?]all$/.test(each))
        const ignored = alone.filter((_, at) => words[at]?.includes('=') || (end >= 0 && at > end))
        const meant = isBroken ? alone : isEmpty(before) ? ignored : []
        expect(includes(union(before, ...meant), await passing(record))).toBe(true)
      }),
    )
  })

  it('a repaired record needs no second repair', () => {
    fc.assert(
      fc.property(fc.constantFrom(...brokenRecords), ([published]) => {
        const { record } = repairSpf(octets(published))
        if (record !== null) expect(repairSpf([record])).toEqual({ causes: [], record })
      }),
    )
  })

  it('takes any text, and answers with a record or none', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }), texts => {
        const { record } = repairSpf(texts)
        expect(record === null || isSpfRecord(record)).toBe(true)
      }),
    )
  })
})
