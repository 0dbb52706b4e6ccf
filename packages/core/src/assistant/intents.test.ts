import { describe, expect, it } from 'vitest'
import { findingOf } from './answers.fixture.ts'
import { suggestions } from './intents.data.ts'
import { type Intent, intentOf, messageIntentOf } from './intents.ts'
import { readQuestion } from './question.ts'

const findings = [findingOf('spf_neutral'), findingOf('dmarc_missing'), findingOf('relay_open')]
const intent = (text: string, previous: string | null = null) =>
  intentOf(readQuestion(text), { findings, previous: previous === null ? null : readQuestion(previous) })

/** An intent as a word: `term dmarc why`. */
function wordOf(each: Intent): string {
  if (each.kind === 'finding') return `finding ${each.finding.id}`
  if (each.kind === 'term') return `term ${each.term} ${each.wants}`
  return each.kind === 'attention' && each.term !== null ? `attention ${each.term}` : each.kind
}

describe('a question about domains', () => {
  it.each([
    ['Is my domain secure?', 'secure'],
    ['IS MY DOMAIN SECURE', 'secure'],
    ['how secure is example.com', 'secure'],
    ['Can someone spoof my domain?', 'secure'],
    ['summarize the report', 'secure'],
    ['What domains need attention?', 'attention'],
    ['which domain is the worst', 'attention'],
    ['Which domains have a DMARC problem?', 'attention dmarc'],
    ['Explain DMARC policy', 'term dmarc explain'],
    ['whta is dmrac?', 'term dmarc explain'],
    ['what does SPF mean', 'term spf explain'],
    ['Tell me about reverse DNS', 'term ptr explain'],
    ['what is mta-sts', 'term mta-sts explain'],
    ['TLS-RPT?', 'term tls-rpt explain'],
    ['explain open relay', 'term relay explain'],
    ['what is alignment in dmarc', 'term alignment explain'],
    ['Why is my DMARC policy important?', 'term dmarc why'],
    ['do i need dnssec', 'term dnssec why'],
    ['Check blacklist status', 'term blocklists status'],
    ['check blaklist status', 'term blocklists status'],
    ['Am I listed at Spamhaus?', 'term blocklists status'],
    ['is my dkim ok', 'term dkim status'],
    ['what is my spf record?', 'term spf record'],
    ['show the DKIM key', 'term dkim record'],
    ['How do I fix SPF?', 'term spf fix'],
    ['how to set up BIMI', 'term bimi fix'],
    ['is my domain reported as malware?', 'term threat status'],
    ['Is my certificate valid?', 'term certificate status'],
    ['what is a certificate authority record', 'term caa explain'],
    ['How do I get off the blacklist and fix it', 'term blocklists fix'],
    ['Who can send mail for my domain?', 'term spf explain'],
    ['Does example.com accept mail?', 'term mx explain'],
    ['Did anything change?', 'changes'],
    ['What could not be checked?', 'secure'],
    ['What does p=none mean?', 'term dmarc explain'],
    ['Should I move to p=reject?', 'policy'],
    ['Can I receive mail at example.com?', 'term mx explain'],
    ['Can anyone send mail as example.com?', 'secure'],
    ['How do I improve deliverability?', 'deliverability'],
    ['my mail lands in spam', 'deliverability'],
    ['why do mails bounce', 'deliverability'],
    ['What should I do first?', 'fixes'],
    ['Why did my score change?', 'changes'],
    ['why is my score lower than last week', 'changes'],
    ['what changed since the last scan', 'changes'],
    ['What does "SPF ends in ?all" mean?', 'finding spf_neutral'],
    ['explain dmarc_missing', 'finding dmarc_missing'],
    ['How do I fix: DMARC record missing?', 'finding dmarc_missing'],
    ['Are you an AI?', 'model'],
    ['which model is this, GPT?', 'model'],
    ['hi', 'hello'],
    ['thank you!', 'thanks'],
    ['help', 'help'],
    ['What is the capital of France?', 'unknown'],
    ['Wie sicher ist meine Domäne?', 'unknown'],
    ['', 'unknown'],
  ])('%j asks for: %s', (text, word) => {
    expect(wordOf(intent(text))).toBe(word)
  })

  it('"it" is the term of the question before', () => {
    expect(wordOf(intent('How do I fix it?', 'Explain DKIM'))).toBe('term dkim fix')
    expect(wordOf(intent('why does that matter?', 'Explain DKIM'))).toBe('term dkim why')
    expect(wordOf(intent('How do I fix it?'))).toBe('fixes')
    expect(wordOf(intent('How do I fix it?', 'hello'))).toBe('fixes')
  })

  it('every suggestion is understood', () => {
    for (const suggestion of suggestions) expect(intent(suggestion).kind).not.toBe('unknown')
  })
})

describe('a question about a message', () => {
  it.each([
    ['Is this message safe?', 'verdict'],
    ['is it phishing', 'verdict'],
    ['Who sent it?', 'sender'],
    ['Where did this come from', 'sender'],
    ['Why was it delayed?', 'path'],
    ['What should I do?', 'todo'],
    ['can I click the link', 'todo'],
    ['Why is the threat score so high?', 'reasons'],
    ['Did authentication pass?', 'checks'],
    ['did dkim pass', 'term'],
    ['Did it pass SPF, DKIM and DMARC?', 'checks'],
    ['are you chatgpt', 'model'],
    ['thanks', 'thanks'],
    ['hello there', 'hello'],
    ['what is the meaning of life', 'unknown'],
  ])('%j asks for: %s', (text, kind) => {
    expect(messageIntentOf(readQuestion(text)).kind).toBe(kind)
  })
})
