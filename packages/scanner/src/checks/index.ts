import type { CheckId } from '@waxseal/core/check'
import { collectBlacklist } from './blacklist.ts'
import type { Collect } from './check.ts'
import { collectDkim } from './dkim.ts'
import { collectDmarc } from './dmarc.ts'
import { collectDns } from './dns.ts'
import { collectMx } from './mx.ts'
import { collectRelay } from './relay.ts'
import { collectSpf } from './spf.ts'
import { collectThreat } from './threat.ts'
import { collectTransport } from './transport.ts'

/** How each check of a scan collects. A check that is forgotten here does not compile. */
export const collect: { readonly [K in CheckId]: Collect<K> } = {
  dns: collectDns,
  mx: collectMx,
  spf: collectSpf,
  dmarc: collectDmarc,
  dkim: collectDkim,
  blacklist: collectBlacklist,
  threat: collectThreat,
  relay: collectRelay,
  transport: collectTransport,
}
