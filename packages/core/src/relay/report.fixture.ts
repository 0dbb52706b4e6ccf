import { type MailHostReport, smtpQuestion } from './probe.ts'

/** The report of a test of a mail host, for tests. */
export function aReport(more: Partial<MailHostReport> = {}): MailHostReport {
  const { host = 'mx1.example.com', address = '8.26.56.25', testedAt = '2026-11-20T12:00:00.000Z' } = more
  const question = smtpQuestion(host, address)
  return {
    host,
    address,
    testedAt,
    contacted: true,
    failure: null,
    greeting: host,
    starttls: 'not-offered',
    tls: null,
    relay: 'closed',
    undecided: null,
    reason: 'It refused to relay: 554 5.7.1 Relay access denied',
    transcript: {
      id: `SMTP ${question.name}`,
      kind: 'smtp',
      question,
      outcome: 'session',
      lines: [`S: 220 ${host} ESMTP`],
      ms: 12,
      askedAt: Date.parse(testedAt),
    },
    ...more,
  }
}
