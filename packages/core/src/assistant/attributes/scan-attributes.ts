import { bandOf, isIssue } from '../../health/index.ts'
import { momentOf } from '../explain-finding.ts'
import { type Attribute, known, unknown, type Value } from './attribute.ts'
import { isWithin } from './dkim-attributes.ts'

const noScore = 'too little could be checked for a score'

const meetsNumber = (value: Value, { numbers }: { numbers: readonly { op: string; value: number }[] }) =>
  numbers.length === 0 ? null : typeof value === 'number' && numbers.every(each => isWithin(value, each))

/** What every scan has, whatever its checks found. */
export const scanAttributes = [
  {
    id: 'score',
    name: 'score',
    asks: ['score', 'list numbers', 'which numbers', 'howmany numbers', 'all numbers'],
    also: 'domain exist issue report',
    takes: ['numbers'],
    term: null,
    read: ({ score }) => (score === null ? unknown(noScore) : known(score)),
    row: ({ score, scannedAt }) =>
      score === null ? unknown(scannedAt === null ? 'it has no scan yet' : noScore) : known(score),
    say: value => `${String(value)} of 100 (${bandOf(Number(value))})`,
    meets: meetsNumber,
  },
  {
    id: 'band',
    name: 'band of the score',
    asks: ['band', 'score band'],
    also: 'score domain issue',
    term: null,
    read: ({ score }) => (score === null ? unknown(noScore) : known(`${bandOf(score)} (${score} of 100)`)),
    row: ({ score, scannedAt }) =>
      score === null
        ? unknown(scannedAt === null ? 'it has no scan yet' : noScore)
        : known(`${bandOf(score)} (${score} of 100)`),
    saysCondition: ({ text }) => / (excellent|fair|good|poor) /.exec(text)?.[1] ?? null,
    meets: (value, { text }) => {
      const wanted = / (excellent|fair|good|poor) /.exec(text)?.[1]
      return wanted === undefined ? null : String(value).toLowerCase().startsWith(wanted)
    },
  },
  {
    id: 'issue-count',
    name: 'number of issues',
    asks: ['howmany issue', 'howmany critical issue', 'howmany critical'],
    also: 'domain exist critical',
    takes: ['numbers'],
    term: null,
    read: ({ findings }) => known(findings.filter(isIssue).length),
    row: ({ issues }) => known(issues.length),
    meets: meetsNumber,
  },
  {
    id: 'last-scan',
    name: 'last scan',
    none: 'no scan yet',
    asks: ['last', 'when scan', 'when last', 'howlong scan', 'howold scan', 'howold last', 'scan last'],
    also: 'scan domain dns when howlong record',
    term: null,
    read: ({ at }) => known(momentOf(at)),
    row: ({ scannedAt }) => known(scannedAt === null ? null : momentOf(scannedAt)),
  },
  {
    id: 'unchecked',
    name: 'lookups that failed in the last scan',
    none: 'no failed lookup in its last scan',
    asks: ['unchecked'],
    also: 'scan exist domain without report score price broken issue dropped lose',
    takes: ['numbers'],
    term: null,
    read: ({ unchecked }) => known(unchecked.slice(0, 8)),
    holds: ({ domain, unchecked: all }, { concepts }) =>
      concepts.has('lose') || concepts.has('dropped') || concepts.has('price')
        ? {
            holds: false,
            why: `Failed lookups cost no points. ${all.length === 0 ? `None failed in the last scan of ${domain}.` : `In the last scan of ${domain} ${all.length} failed: ${all[0] ?? ''}`}`,
          }
        : null,
    say: value =>
      `${Array.isArray(value) ? value.map(line => String(line).replace(/\.$/, '')).join('; ') : String(value)}. Failed lookups cost no points`,
  },
] as const satisfies readonly Attribute[]
