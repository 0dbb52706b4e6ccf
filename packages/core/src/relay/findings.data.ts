import { type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'

/** What the wording of a finding about relaying needs to know. `again`: minutes of UTC, `2026-11-20 18:00`. */
export interface RelayFacts {
  relay_suspected: { host: string; address: string; again: string }
  relay_open: { host: string; address: string }
}

export type RelayFinding = FindingOf<RelayFacts>

export const relayRows: FindingRows<RelayFacts> = {
  relay_suspected: {
    check: 'relay',
    points: 0,
    title: 'Mail server may relay: to be confirmed',
    subject: f => f.host,
    meaning: f =>
      `${f.host} (${f.address}) accepted relaying at RCPT: from a stranger, for two recipients of foreign domains. A scan from ${f.again} UTC on tests it again; only then is it called an open relay.`,
    advice: f =>
      `Let ${f.host} take mail from strangers for its own domains only, and from its own users after sign-in.`,
    clause: 'RFC 5321 section 7.9',
  },
  relay_open: {
    check: 'relay',
    points: -40,
    title: 'Mail server is an open relay',
    subject: f => f.host,
    meaning: f =>
      `${f.host} (${f.address}) accepted relaying at RCPT in two tests, six hours apart or more. Anybody can send mail through it, and blocklists list such servers within days.`,
    advice: f =>
      `Contact your email administrator at once: ${f.host} must take mail from strangers for its own domains only, and from its own users after sign-in.`,
    clause: 'RFC 5321 section 7.9',
  },
}

export const relayFinding = findingsIn(relayRows)
