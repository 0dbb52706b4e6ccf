import type { Section } from '@waxseal/core/check'
import { textOf } from '@waxseal/core/dns'
import { type SpfValue, selectSpf, spfTree } from '@waxseal/core/spf'
import { checkResolver, collected, type DnsContext } from './check.ts'

/** The maximum length of a lookalike text. */
const lookalikeMax = 512

/** The SPF record and everything it includes. */
export async function collectSpf(context: DnsContext): Promise<Section<SpfValue>> {
  const { name } = context
  const dns = checkResolver(context, (_, type) => type === 'TXT')
  const answer = await dns.query(name, 'TXT')
  if (answer.kind === 'failed') return { ran: false, reason: answer.reason, evidence: dns.evidence() }
  const { records, lookalikes } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  return collected<SpfValue>(
    {
      records,
      lookalikes: lookalikes.map(text => text.slice(0, lookalikeMax)),
      tree: records.length === 1 ? await spfTree(dns, name) : null,
    },
    dns,
  )
}
