import type { Command } from './command.ts'
import { alertRender } from './commands/alert-render.ts'
import { blacklistCheckCommand, blacklistListsCommand } from './commands/blacklist.ts'
import { dkimDiscover, dkimLookup, dkimParse } from './commands/dkim.ts'
import { dmarcLookup, dmarcParse } from './commands/dmarc.ts'
import { dnsChanges } from './commands/dns-changes.ts'
import { dnsQuery } from './commands/dns-query.ts'
import { domainNormalize } from './commands/domain-normalize.ts'
import { headersAnalyze } from './commands/headers-analyze.ts'
import { relayTestCommand } from './commands/relay-test.ts'
import { reportCsvCommand } from './commands/report-csv.ts'
import { scanCommand } from './commands/scan.ts'
import { snapshotCommand } from './commands/snapshot.ts'
import { spfCheckCommand } from './commands/spf-check.ts'
import { spfCompareCommand } from './commands/spf-compare.ts'
import { spfFlattenCommand } from './commands/spf-flatten.ts'
import { spfTreeCommand } from './commands/spf-tree.ts'
import { threatInterpret } from './commands/threat-interpret.ts'
import { webhookCheck } from './commands/webhook-check.ts'

/** All commands of the engine, in the order of the help. */
export const commands: readonly Command[] = [
  scanCommand,
  reportCsvCommand,
  spfCheckCommand,
  spfTreeCommand,
  spfCompareCommand,
  spfFlattenCommand,
  dmarcLookup,
  dmarcParse,
  dkimDiscover,
  dkimLookup,
  dkimParse,
  blacklistCheckCommand,
  blacklistListsCommand,
  headersAnalyze,
  threatInterpret,
  relayTestCommand,
  dnsQuery,
  snapshotCommand,
  dnsChanges,
  domainNormalize,
  alertRender,
  webhookCheck,
]
