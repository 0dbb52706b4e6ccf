import type { CheckId } from './check-id.ts'
import type { EvidenceIds } from './evidence.ts'
import type { FindingById } from './finding.ts'
import { storableSubject } from './subject.ts'

/** The types of the records that our code makes. */
export const recordTypes = ['TXT', 'MX', 'CNAME', 'TLSA', 'PTR', 'A', 'AAAA', 'CAA'] as const

/** A DNS record to publish, as people type it at their DNS provider. */
export interface DnsRecordToPublish {
  /** The whole owner name, as A-labels. */
  name: string
  type: (typeof recordTypes)[number]
  /** The data in presentation form; of TXT the plain text, without quotes. */
  value: string
}

/** One row of a check's table of findings: everything about a finding except the facts of a domain. */
export interface FindingRow<Facts> {
  check: CheckId
  /** 0 or negative; null: this finding means that there is no score. */
  points: number | null
  /** The judging ends with it: a name that does not exist, or that no server answers for, has no other findings. */
  alone?: true
  /** A few words, without the domain. */
  title: string
  /** The title where the facts of a scan make the usual one untrue. */
  titleOf?: (facts: Facts) => string | null
  /**
   * Of a row with `titleOf`: a title that is true of each case, for what knows only which finding it is, as the dashboard and
   * the changes since an earlier scan do.
   */
  commonTitle?: string
  /**
   * What the finding is about, as `subjectOf` writes it: two findings of a scan with this id differ in it. null: a scan
   * has one of them at most.
   */
  subject: ((facts: Facts) => string) | null
  /**
   * The line in the score breakdown, where it is not the title, a colon and the subject. Another subject, another line.
   * null for a subject that this row does not make: a decision can keep one of an earlier version. Never throws.
   */
  reason?: (subject: string) => string | null
  /** The effect on mail, in one or two plain sentences. */
  meaning: (facts: Facts) => string
  /** What to publish or change. */
  advice: (facts: Facts) => string
  /**
   * The record that the advice spells out, where there is one. It takes the place of the record the finding is about. It
   * never asks receivers for less than that record meant: no lower DMARC policy, no server more that passes SPF.
   */
  publish?: (facts: Facts) => DnsRecordToPublish | null
  /**
   * The other records that the advice spells out, in its order: each is right in a case that only the owner knows, which the
   * advice names. A record with a value that only the owner knows is described in words instead. `domain`: the scanned one.
   */
  advised?: (facts: Facts, domain: string) => readonly DnsRecordToPublish[]
  /** The clause behind it: `RFC 7505 section 3`. */
  clause: string
}

/** A check's table: a row for each of its findings, by id. `Facts` has the data for the texts of each. */
export type FindingRows<Facts> = { readonly [Id in keyof Facts]: FindingRow<Facts[Id]> }

/** The content of a table for one finding: its row, and its texts with the facts filled in. */
export interface FindingWords {
  check: CheckId
  /** Before caps; null: no score at all. */
  points: number | null
  title: string
  reason: string
  meaning: string
  advice: string
  /** The record that the advice spells out; null: it names none. */
  publish: DnsRecordToPublish | null
  clause: string
}

/**
 * Makes the findings of a check's table. Check and subject come from the row, so that no finding is made without them.
 */
export function findingsIn<Facts>(rows: FindingRows<Facts>) {
  return <Id extends keyof Facts & string>(
    id: Id,
    facts: Facts[Id],
    evidence: EvidenceIds,
  ): FindingById<Facts>[Id] => ({
    id,
    check: rows[id].check,
    subject: subjectIn(rows, { id, facts }),
    facts,
    evidence,
  })
}

/** What a finding of a table is about, as its row derives it. */
export function subjectIn<Facts, Id extends keyof Facts>(
  rows: FindingRows<Facts>,
  { id, facts }: { id: Id; facts: Facts[Id] },
): string | null {
  const { subject } = rows[id]
  return subject === null ? null : storableSubject(subject(facts))
}

/** The line of a finding in the score breakdown. It says no more than the finding's identity and its title do. */
export function reasonIn(
  { title, reason }: Pick<FindingRow<never>, 'title' | 'reason'>,
  subject: string | null,
): string {
  if (subject === null) return title
  return reason?.(subject) ?? `${title}: ${subject}`
}

/** Fills the texts of a finding's row with its facts. */
export function wordsIn<Facts, Id extends keyof Facts>(
  rows: FindingRows<Facts>,
  { id, facts }: { id: Id; facts: Facts[Id] },
): FindingWords {
  const row = rows[id]
  const title = row.titleOf?.(facts) ?? row.title
  return {
    check: row.check,
    points: row.points,
    title,
    reason: reasonIn({ ...row, title }, subjectIn(rows, { id, facts })),
    meaning: row.meaning(facts),
    advice: row.advice(facts),
    publish: row.publish?.(facts) ?? null,
    clause: row.clause,
  }
}
