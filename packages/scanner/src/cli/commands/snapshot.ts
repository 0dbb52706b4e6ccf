import { readSelector } from '@waxseal/core/dkim'
import { partKinds, type Snapshot } from '@waxseal/core/watch'
import { normalizeDomain } from '../../domain-name.ts'
import { columns, type Paint } from '../../paint.ts'
import { takeSnapshot } from '../../snapshot.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

/** The maximum number of additional selectors. */
const selectorsMax = 50

export const snapshotCommand = command({
  name: 'snapshot',
  summary: 'Show the DNS records of a domain that monitoring watches.',
  args: {
    domain: { kind: 'text', about: 'The domain to look at.', required: true, positional: true },
    selectors: {
      kind: 'text',
      value: 'NAME,NAME',
      about: 'Also watch these DKIM selectors. Separate several selectors with commas.',
    },
  },
  run: async (values, { withDns, signal, now }) => {
    const domain = normalizeDomain(values.domain)
    if (!domain.ok) throw new CommandError(domain.code, domain.message)
    const selectors = selectorsOf(values.selectors)
    const snapshot = await withDns(values, dns =>
      takeSnapshot({ name: domain.ascii, selectors, dns: dns.session(signal), now, signal }),
    )
    const isAnswered = snapshot.parts.some(({ state }) => state === 'known')
    return { result: snapshot, text: paint => snapshotText(snapshot, paint), exitCode: isAnswered ? 0 : 1 }
  },
})

function selectorsOf(text: string | undefined): readonly string[] {
  const given = (text ?? '').split(',').filter(each => each.trim() !== '')
  if (given.length > selectorsMax) throw new CommandError('usage', `"selectors" may have ${selectorsMax} names`)
  return given.map(each => {
    const selector = readSelector(each)
    if (selector === null) throw new CommandError('usage', `"${each.slice(0, 60)}" is not a DKIM selector`)
    return selector
  })
}

/** One row per record, in the order of the kinds; a part that could not be asked says why. */
function snapshotText({ domain, takenAt, parts }: Snapshot, paint: Paint): string {
  const rows = partKinds
    .flatMap(kind => parts.filter(part => part.kind === kind))
    .flatMap(part => {
      if (part.state === 'failed') return [[part.key, `could not be checked (${part.reason})`] as const]
      const [first = '-', ...others] = part.values
      return [[part.key, first] as const, ...others.map(value => ['', value] as const)]
    })
  return [paint(`${domain}, ${takenAt}`, 'bold'), ...columns(paint, rows), ''].join('\n')
}
