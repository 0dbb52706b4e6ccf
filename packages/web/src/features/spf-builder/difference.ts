import type { SpfResult } from '@waxseal/core/spf'
import type { Preview } from './api.ts'

type Difference = NonNullable<Preview['difference']>
export type Change = Difference['changes'][number]

/** The meaning of a result for mail from an address. */
export const resultWords: Record<SpfResult, string> = {
  pass: 'passes',
  fail: 'fails',
  softfail: 'soft-fails',
  neutral: 'neutral',
  none: 'no record',
  temperror: 'could not check',
  permerror: 'permerror',
}

/** The changes of one kind with their number, as a sentence: "3 ranges will no longer pass SPF". */
export interface ChangeGroup {
  kind: Change['kind']
  sentence: string
  changes: readonly Change[]
}

const effects: Record<Change['kind'], string> = {
  loses: 'will no longer pass SPF',
  gains: 'will pass SPF',
  changes: 'will get a different result',
}

/** Changes by kind, those that stop mail first. `more`, the number of omitted ranges, may be of any kind. */
export function changeGroups({ changes }: Pick<Difference, 'changes'>): ChangeGroup[] {
  return (['loses', 'gains', 'changes'] as const).flatMap(kind => {
    const these = changes.filter(change => change.kind === kind)
    if (these.length === 0) return []
    const sentence = `${these.length} ${these.length === 1 ? 'range' : 'ranges'} ${effects[kind]}`
    return [{ kind, sentence, changes: these }]
  })
}

const number = new Intl.NumberFormat('en')
const ipv4All = 2n ** 32n

/** "256 addresses"; null for more than all of IPv4, where the range says more than the number. */
export function addressesWords(count: string): string | null {
  if (!/^\d{1,39}$/.test(count)) return null
  const addresses = BigInt(count)
  if (addresses > ipv4All) return null
  return `${number.format(addresses)} ${addresses === 1n ? 'address' : 'addresses'}`
}
