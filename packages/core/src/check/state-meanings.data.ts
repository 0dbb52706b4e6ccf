import type { Severity } from './finding.ts'
import type { states } from './states.data.ts'
import type { waits } from './waits.data.ts'

/** What each state of a check means, for people. */
export const stateMeanings: Readonly<Record<keyof typeof states, string>> = {
  ok: 'The check found nothing wrong.',
  found: 'The record is published and valid.',
  clean: 'No list, source or test found a problem.',
  notFound: 'The record certainly does not exist.',
  listed: 'A blocklist lists an address or name of the domain.',
  lowRisk: 'A few sources have a weak opinion against the domain.',
  suspicious: 'Some sources distrust the domain.',
  malicious: 'Several sources call the domain malicious.',
  open: 'The server accepted mail from anyone to anywhere, twice.',
  toBeConfirmed: 'A first test was positive. A second one decides.',
  closed: 'The server refused to relay.',
  notInPlan: 'Your plan does not include this check, or its lookups of today are used up.',
  switchedOff: 'The operator of this server turned it off.',
  notForVisitors: 'The free check leaves it out. Sign up to run it.',
  couldNotCheck: 'The lookup failed. Nothing counts as missing.',
  partly: 'Some lookups of the check failed. Nothing counts as missing.',
  notApplicable: 'The domain has nothing to check here.',
  notChecked: 'The last scan got too few answers for a score.',
  scanning: 'A scan of the domain has started or is in the queue. Its result replaces the last one.',
  checking: 'A lookup that you asked for has no answer yet.',
}

/** What each wait is for. */
export const waitMeanings: Readonly<Record<keyof typeof waits, string>> = {
  queued: 'Its turn has not come yet.',
  running: 'It has started and has no result yet.',
  firstAnswer: 'The scan has started, and no lookup has an answer yet.',
  confirmation: 'The owner of the address has not opened the link in our mail yet.',
  record: 'The last lookup did not find the hosted record in the SPF record of the domain.',
}

/** What each severity of a finding means. */
export const severityMeanings: Readonly<Record<Severity, string>> = {
  critical: 'Costs 25 points or more. Mail is lost, or anyone can send in your name.',
  high: 'Costs 12 to 24 points.',
  medium: 'Costs 5 to 11 points.',
  low: 'Costs 1 to 4 points.',
  info: 'Costs no points.',
}
