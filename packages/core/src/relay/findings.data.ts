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
    title: 'Possible open relay',
    subject: f => f.host,
    meaning: f =>
      `${f.host} (${f.address}) accepted mail from an unauthenticated sender for two external recipients. A second test after ${f.again} UTC must confirm it.`,
    advice: f =>
      `Accept unauthenticated mail on ${f.host} only for your own domains, and require SMTP AUTH for everything else.`,
    clause: 'RFC 5321 section 7.9',
  },
  relay_open: {
    check: 'relay',
    points: -40,
    title: 'Mail server is an open relay',
    subject: f => f.host,
    meaning: f =>
      `${f.host} (${f.address}) accepted relaying in two tests at least six hours apart. Anyone can send mail through it, and blocklists soon list it.`,
    advice: f =>
      `Contact your email administrator now. Accept unauthenticated mail on ${f.host} only for your own domains, and require SMTP AUTH for everything else.`,
    clause: 'RFC 5321 section 7.9',
  },
}

export const relayFinding = findingsIn(relayRows)
