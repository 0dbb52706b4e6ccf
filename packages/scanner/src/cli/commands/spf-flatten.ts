import { type Answer, textOf } from '@waxseal/core/dns'
import { type FlattenProblem, flattenProblemText, flattenSpf, type SpfFlattening, selectSpf } from '@waxseal/core/spf'
import { invalidDomainMessage, normalizeName } from '../../domain-name.ts'
import type { Paint } from '../../paint.ts'
import { CommandError, type ErrorCode } from '../arguments.ts'
import { command } from '../command.ts'

export const spfFlattenCommand = command({
  name: 'spf.flatten',
  summary: 'Flatten an SPF record, and prove that the same mail passes.',
  args: {
    domain: { kind: 'text', about: 'The domain that publishes the record.', positional: true, required: true },
    record: { kind: 'text', about: 'Use this record instead of the published one.' },
    hostedName: { kind: 'text', value: 'NAME', about: 'The name of the flattened record.', required: true },
  },
  run: async (values, { withDns, signal }) => {
    const [domain, hostedName] = [nameOf(values.domain), nameOf(values.hostedName)]
    const flattened = await withDns(values, async dns => {
      const { confirming, resolver } = dns.session(signal)
      const record = values.record ?? publishedRecord(await confirming.query(domain, 'TXT', signal), domain)
      if (selectSpf([record]).records.length === 0) {
        throw new CommandError('parse', '"record" is not an SPF record. It does not begin with v=spf1')
      }
      return flattenSpf(resolver, { domain, record, hostedName, signal })
    })
    if (flattened.kind === 'failed') {
      const [first] = flattened.problems
      throw new CommandError(
        first === undefined ? 'dns' : codeOf(first),
        flattened.problems.map(flattenProblemText).join(' '),
      )
    }
    const { passing: _, hosts: _hosts, ...flattening } = flattened.flattening
    const equivalent = flattened.kind === 'proved' ? true : flattened.example
    return {
      result: { ...flattening, equivalent },
      text: paint => flatteningText(flattening, equivalent === true, paint),
      exitCode: 0,
    }
  },
})

function nameOf(input: string): string {
  const name = normalizeName(input)
  if (name === null || name === '.') throw new CommandError('domain', invalidDomainMessage)
  return name
}

function publishedRecord(answer: Answer<'TXT'>, domain: string): string {
  if (answer.kind === 'failed') throw new CommandError('dns', `The TXT lookup of ${domain} failed (${answer.reason}).`)
  const { records } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const [record] = records
  if (record === undefined || records.length > 1) {
    throw new CommandError('parse', `${domain} has ${record === undefined ? 'no' : 'more than one'} SPF record.`)
  }
  return record
}

/** What could not be read is `dns`; what is wrong in what was read is `parse`. */
function codeOf({ code }: FlattenProblem): ErrorCode {
  return code === 'unanswered' || code === 'no_record' || code === 'several_records' || code === 'not_proved'
    ? 'dns'
    : 'parse'
}

function flatteningText(flattening: Omit<SpfFlattening, 'passing' | 'hosts'>, isProved: boolean, paint: Paint): string {
  const { records, published, lookupsBefore, lookupsAfter, kept, empty, changes, more } = flattening
  return [
    isProved ? paint('Proved: the same mail passes.', 'green') : paint('Not proved: do not publish.', 'red'),
    paint(`${lookupsBefore} lookups before, ${lookupsAfter} after`),
    ...records.map(({ name, value }) => paint(`${name} TXT "${value}"`)),
    paint(`At the domain: "${published}"`),
    ...kept.map(term => paint(`Not flattened, depends on the message: ${term}`, 'yellow')),
    ...empty.map(term => paint(`No addresses: ${term}`, 'yellow')),
    ...changes.map(({ range, before, after }) => paint(`${range}: ${before} becomes ${after}`, 'yellow')),
    ...(more > 0 ? [paint(`and ${more} more ranges`, 'dim')] : []),
    '',
  ].join('\n')
}
