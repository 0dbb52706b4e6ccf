import { formatAddress } from '@waxseal/core/dns'
import { type AddressSet, compareSpf, type SpfDifference, type SpfVerdict, selectSpf } from '@waxseal/core/spf'
import { invalidDomainMessage, normalizeName } from '../../domain-name.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

/** The maximum number of listed ranges; `differing` counts all. */
const listedMost = 1000
/** The maximum number of ranges in the text for people. */
const shownMost = 20

export const spfCompareCommand = command({
  name: 'spf.compare',
  summary: 'Compare the results of two SPF records for every IP address.',
  args: {
    recordA: { kind: 'text', value: 'RECORD', about: 'The first SPF record.', required: true },
    recordB: { kind: 'text', value: 'RECORD', about: 'The second SPF record.', required: true },
    domain: { kind: 'text', about: 'The domain that would publish the records.', positional: true },
  },
  run: async (values, { withDns, signal }) => {
    const { domain, recordA, recordB } = values
    // Without a domain, an `a` or `mx` without a name finds nothing: the planned domain has no records.
    const name = domain === undefined ? 'planned.invalid' : normalizeName(domain)
    if (name === null || name === '.') throw new CommandError('domain', invalidDomainMessage)
    for (const [arg, record] of Object.entries({ recordA, recordB })) {
      if (selectSpf([record]).records.length === 0) {
        throw new CommandError('parse', `"${arg}" is not an SPF record. It does not begin with v=spf1`)
      }
    }
    const { equivalent, differences, problems } = await withDns(values, dns =>
      compareSpf(dns.session(signal).resolver, name, recordA, recordB, signal),
    )
    if (equivalent === null) {
      const [problem = 'a lookup failed'] = [...problems.a, ...problems.b]
      throw new CommandError('dns', `the records cannot be compared: ${problem}`)
    }
    const ranges = rangesOf(differences)
    return {
      result: { equivalent, differing: ranges.length, differences: ranges.slice(0, listedMost), problems },
      text: paint =>
        [
          equivalent ? paint('equivalent', 'green') : paint('not equivalent', 'red'),
          ...ranges.slice(0, shownMost).map(range => paint(rangeText(range))),
          ...(ranges.length > shownMost ? [paint(`and ${ranges.length - shownMost} more ranges`, 'dim')] : []),
          ...problems.a.map(problem => paint(`record A: ${problem}`, 'yellow')),
          ...problems.b.map(problem => paint(`record B: ${problem}`, 'yellow')),
          '',
        ].join('\n'),
      exitCode: 0,
    }
  },
})

interface Range {
  first: string
  last: string
  /** `depends` when the result depends on the message; the rule then has the conditions. */
  resultA: string
  resultB: string
  ruleA?: string
  ruleB?: string
}

/** Sorted by address, IPv4 first. */
function rangesOf(differences: readonly SpfDifference[]): Range[] {
  const families = [4, 6] as const
  return families.flatMap(family =>
    differences
      .flatMap(({ set, a, b }) => intervalsOf(set, family).map(interval => ({ ...interval, a, b })))
      .toSorted((one, other) => (one.first < other.first ? -1 : 1))
      .map(({ first, last, a, b }) => ({
        first: formatAddress({ family, value: first }),
        last: formatAddress({ family, value: last }),
        resultA: a.result,
        resultB: b.result,
        ...rule('ruleA', a),
        ...rule('ruleB', b),
      })),
  )
}

function intervalsOf({ v4, v6 }: AddressSet, family: 4 | 6): AddressSet['v4'] {
  return family === 4 ? v4 : v6
}

function rule(key: 'ruleA' | 'ruleB', verdict: SpfVerdict): Partial<Range> {
  return verdict.result === 'depends' ? { [key]: verdict.rule } : {}
}

function rangeText({ first, last, resultA, resultB, ruleA, ruleB }: Range): string {
  const range = first === last ? first : `${first} to ${last}`
  return `${range}: ${ruleA ?? resultA} in A, ${ruleB ?? resultB} in B`
}
