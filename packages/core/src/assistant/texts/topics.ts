import { abuseTexts } from './abuse.data.ts'
import { afterChangeTexts } from './after-changes.data.ts'
import { basicTexts } from './basics.data.ts'
import { blocklistTexts } from './blocklists.data.ts'
import { deliveryTexts } from './delivery.data.ts'
import { differenceTexts } from './differences.data.ts'
import { dkimTexts } from './dkim.data.ts'
import { dmarcTexts } from './dmarc.data.ts'
import { dmarcTagTexts } from './dmarc-tags.data.ts'
import { dnsChangeTexts } from './dns-changes.data.ts'
import { domainRecordTexts } from './domain-records.data.ts'
import { firstStepTexts } from './first-steps.data.ts'
import { forwardingTexts } from './forwarding.data.ts'
import { headerTexts } from './headers.data.ts'
import { mxTexts } from './mx.data.ts'
import { orderTexts } from './order.data.ts'
import { receiverTexts } from './receivers.data.ts'
import { reportTexts } from './reports.data.ts'
import { reputationTexts } from './reputation.data.ts'
import { spfTexts } from './spf.data.ts'
import { spfLimitTexts } from './spf-limits.data.ts'
import { spfTermTexts } from './spf-terms.data.ts'
import { subdomainTexts } from './subdomains.data.ts'
import type { TopicText } from './topic-text.ts'
import { transportTexts } from './transport.data.ts'

/** All texts but those of quoted refusals, in the order of how often they are asked. */
export const topicTexts: readonly TopicText[] = [
  ...differenceTexts,
  ...deliveryTexts,
  ...abuseTexts,
  ...forwardingTexts,
  ...basicTexts,
  ...dmarcTexts,
  ...spfTexts,
  ...spfLimitTexts,
  ...subdomainTexts,
  ...dmarcTagTexts,
  ...spfTermTexts,
  ...dkimTexts,
  ...reportTexts,
  ...receiverTexts,
  ...reputationTexts,
  ...blocklistTexts,
  ...mxTexts,
  ...dnsChangeTexts,
  ...headerTexts,
  ...transportTexts,
  ...domainRecordTexts,
  ...orderTexts,
  ...firstStepTexts,
  ...afterChangeTexts,
]
