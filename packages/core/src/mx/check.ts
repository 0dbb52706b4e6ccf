import {
  answeredQuestions,
  appliesAlways,
  type Check,
  checkNames,
  dnsEvidence,
  hasNoGaps,
  isNonMail,
  type Section,
} from '../check/index.ts'
import { mxActions } from './actions.data.ts'
import { assessMx } from './assess.ts'
import { fillMxGaps } from './fill-gaps.ts'
import { type MxFacts, mxRows } from './findings.data.ts'
import type { MxHost, MxValue } from './value.ts'

/** The MX check: where mail to the domain goes. */
export const mxCheck = {
  id: 'mx',
  ...checkNames.mx,
  cap: 35,
  weight: 20,
  findings: mxRows,
  actions: mxActions,
  needs: { spf: true },
  provides: ({ value, evidence }) => ({
    receivesMail: receivesMail(value),
    refusesMail: refusesMail(value),
    hosts: value.hosts.filter(({ state }) => state !== 'null').map(({ host }) => host),
    toCorrect: value.hosts.filter(isToCorrect).map(({ host }) => host),
    zone: { exists: value.hosts.length > 0 || (value.implicit ?? []).length > 0, answers: dnsEvidence(evidence) },
  }),
  assess: (known, { domain, others: { spf } }) => {
    const nonMail = isNonMail({ mx: { receivesMail: receivesMail(known.value) }, spf })
    return assessMx(known.value, { ...known, domain, nonMail, inSpf: spf?.namesMx ?? false })
  },
  fillGaps: fillMxGaps,
  applies: appliesAlways,
  answeredShare: answeredQuestions,
  isSettled: hasNoGaps,
  reply: section => ({ mx: presentMx(section) }),
} satisfies Check<'mx', MxValue, MxFacts, { spf: { sendsMail: boolean; namesMx: boolean } }>

/** Whether the domain names any host that receives its mail. The null MX (RFC 7505) is none. */
export function receivesMail({ hosts }: Pick<MxValue, 'hosts'>): boolean {
  return hosts.some(({ state }) => state !== 'null')
}

/** Whether a finding of this check says to change or remove the MX record of this host. */
function isToCorrect({ state, alias }: MxHost): boolean {
  return alias !== null || state === 'unresolvable' || state === 'ip-literal' || state === 'private'
}

/** Whether the domain declares by the null MX alone that it receives no mail (RFC 7505). */
function refusesMail({ hosts }: MxValue): boolean {
  return hosts.length > 0 && !receivesMail({ hosts })
}

/** The mail exchangers in the shape of the specification, with additions. */
export interface MxReply {
  success: boolean
  records: readonly { priority: number; host: string; ip: string | null }[]
  hosts: readonly MxHost[]
  implicit: readonly string[] | null
}

function presentMx(section: Section<MxValue>): MxReply {
  if (!section.ran) return { success: false, records: [], hosts: [], implicit: null }
  const { hosts, implicit } = section.value
  const records = hosts.map(({ preference, host, addresses }) => ({
    priority: preference,
    host,
    ip: addresses[0] ?? null,
  }))
  return { success: true, records, hosts, implicit }
}
